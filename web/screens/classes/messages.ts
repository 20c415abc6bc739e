import { CLASS_MEMBERS_LIMIT, CLASS_NAME_LIMIT, CLASSES_LIMIT, LONGEST_CLASS_CODE } from '#contract/limits.ts';
import { words } from '../../messages.ts';

export const classMessages = {
  name: words(
    {
      required: 'Nome da turma obrigatório',
      'limit-reached': `Você já ensina ${CLASSES_LIMIT} turmas, o máximo: encerre uma para abrir outra`,
    },
    CLASS_NAME_LIMIT,
  ),
};

export const codeMessages = { code: words({ required: 'Código obrigatório' }, LONGEST_CLASS_CODE) };

export const refusals: Record<string, string> = {
  'class-full': `Esta turma já tem ${CLASS_MEMBERS_LIMIT} pessoas, o máximo.`,
  'limit-reached': `Você já está em ${CLASSES_LIMIT} turmas, o máximo: deixe uma para participar de outra.`,
};

export const SEEN_BY_CLASS = 'seu nome, módulo, foto, tecnologias e níveis, e quando você entrou; nunca o email';
