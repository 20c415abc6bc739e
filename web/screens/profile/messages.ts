import {
  FORMER_HANDLES_LIMIT,
  HANDLE_DAYS,
  HANDLE_LENGTH,
  PASSWORD_MINIMUM,
  USER_LIMITS,
  WORK_LIMITS,
  WORKS_LIMIT,
} from '#contract/limits.ts';
import { signUpMessages, strictPassword, words } from '../../messages.ts';

/** Typed to confirm the end of an account. */
export const CONFIRMATION = 'APAGAR';

export const detailsMessages = {
  ...signUpMessages,
  // Who has an account is told to nobody.
  email: { ...signUpMessages.email, taken: 'Este email não pode ser usado' },
};

export const passwordMessages = {
  old_password: words({ required: 'Senha atual obrigatória', invalid: 'Senha atual incorreta' }, USER_LIMITS.password),
  password: words(
    {
      required: 'Nova senha obrigatória',
      'too-short': `A senha precisa de pelo menos ${PASSWORD_MINIMUM} letras ou números`,
      ...strictPassword,
    },
    USER_LIMITS.password,
  ),
  confirmedPassword: words({
    required: 'Repita a nova senha aqui',
    different: 'A repetição é diferente da nova senha',
  }),
};

export const handleMessages = {
  handle: words({
    required: 'Endereço obrigatório',
    invalid: `Use de ${HANDLE_LENGTH.least} a ${HANDLE_LENGTH.most} letras minúsculas sem acento, números e, no meio, hífens`,
    'not-allowed': 'Este endereço é reservado: escolha outro',
    taken: 'Este endereço já é de outra pessoa: escolha outro',
    'limit-reached': `No máximo ${FORMER_HANDLES_LIMIT} trocas em ${HANDLE_DAYS} dias`,
  }),
};

export const workMessages = {
  title: words(
    { required: 'Título obrigatório', 'limit-reached': `No máximo ${WORKS_LIMIT} projetos` },
    WORK_LIMITS.title,
  ),
  description: words({ required: 'Descrição obrigatória' }, WORK_LIMITS.description),
  deploy_url: words(
    { required: 'Link do projeto obrigatório', invalid: 'Comece o link com https:// ou http://' },
    WORK_LIMITS.deploy_url,
  ),
};

const confirm = `Digite a palavra ${CONFIRMATION}`;

export const accountRemovalMessages = {
  password: words({ required: 'Senha obrigatória', invalid: 'Senha incorreta' }, USER_LIMITS.password),
  confirmation: { required: confirm, invalid: confirm, 'not-allowed': confirm },
};
