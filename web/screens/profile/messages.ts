import {
  FORMER_HANDLES_LIMIT,
  HANDLE_DAYS,
  HANDLE_LENGTH,
  USER_LIMITS,
  WORK_LIMITS,
  WORKS_LIMIT,
} from '#contract/limits.ts';
import { newPasswordMessages, signUpMessages, words } from '../../messages.ts';

export const CONFIRMATION = 'APAGAR';

const { email, password, confirmedPassword, ...details } = signUpMessages;

export const detailsMessages = details;

export const emailMessages = {
  // Must not reveal that the e-mail has an account.
  email: { ...email, taken: 'Este email não pode ser usado' },
};

export const passwordMessages = {
  old_password: words({ required: 'Senha atual obrigatória', invalid: 'Senha atual incorreta' }, USER_LIMITS.password),
  ...newPasswordMessages,
};

export const handleMessages = {
  handle: words({
    required: 'Endereço obrigatório',
    invalid: `Use de ${HANDLE_LENGTH.least} a ${HANDLE_LENGTH.most} letras minúsculas sem acento, números e, no meio, hífens`,
    'not-allowed': 'Este endereço é reservado: escolha outro',
    taken: 'Este endereço já é de outra pessoa: escolha outro',
    'limit-reached': `Você já trocou ${FORMER_HANDLES_LIMIT} vezes em ${HANDLE_DAYS} dias: espere para trocar de novo`,
  }),
};

const INVALID_LINK = 'Link inválido: comece com https:// ou http:// e não use espaços';

export const workMessages = {
  title: words(
    {
      required: 'Título obrigatório',
      'limit-reached': `Você já tem ${WORKS_LIMIT} projetos, o máximo: exclua um para adicionar outro`,
    },
    WORK_LIMITS.title,
  ),
  description: words({ required: 'Descrição obrigatória' }, WORK_LIMITS.description),
  deploy_url: words(
    {
      required: 'Link do projeto obrigatório',
      invalid: INVALID_LINK,
    },
    WORK_LIMITS.deploy_url,
  ),
  repository_url: words({ invalid: INVALID_LINK }, WORK_LIMITS.repository_url),
};

const confirmationHint = `Digite a palavra ${CONFIRMATION}`;

export const accountRemovalMessages = {
  password: words({ required: 'Senha obrigatória', invalid: 'Senha incorreta' }, USER_LIMITS.password),
  confirmation: { required: confirmationHint, invalid: confirmationHint, 'not-allowed': confirmationHint },
};
