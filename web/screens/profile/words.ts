import { USER_LIMITS, WORK_LIMITS, WORKS_LIMIT } from '#contract/vocabulary.ts';
import { signUpMessages, type FieldMessages } from '../../messages.ts';

const strange = 'Há caracteres que não podem ser usados aqui';

function atMost(limit: number): FieldMessages {
  return { 'too-long': `No máximo ${limit.toLocaleString('pt-BR')} caracteres` };
}

/** What a broken rule says under its field, in the order of the fields. */
export const detailsMessages = {
  name: signUpMessages.name,
  // That somebody else has it is nobody's business.
  email: { ...signUpMessages.email, taken: 'Este email não pode ser usado' },
  course_module: signUpMessages.course_module,
  bio: signUpMessages.bio,
  contact: signUpMessages.contact,
};

export const passwordMessages = {
  old_password: {
    required: 'Senha atual obrigatória',
    invalid: 'Senha atual incorreta',
    ...atMost(USER_LIMITS.password),
  },
  password: {
    required: 'Nova senha obrigatória',
    invalid: strange,
    'too-short': 'A senha precisa de pelo menos 6 letras ou números',
    ...atMost(USER_LIMITS.password),
  },
  confirmedPassword: {
    required: 'Repita a nova senha aqui',
    invalid: strange,
    different: 'A repetição é diferente da nova senha',
  },
};

export const workMessages = {
  title: {
    required: 'Título obrigatório',
    invalid: strange,
    'limit-reached': `No máximo ${WORKS_LIMIT} trabalhos`,
    ...atMost(WORK_LIMITS.title),
  },
  description: { required: 'Descrição obrigatória', invalid: strange, ...atMost(WORK_LIMITS.description) },
  deploy_url: {
    required: 'Endereço obrigatório',
    invalid: 'Comece o endereço com https:// ou http://',
    ...atMost(WORK_LIMITS.deploy_url),
  },
};

export const accountRemovalMessages = {
  password: { required: 'Senha obrigatória', invalid: 'Senha incorreta', ...atMost(USER_LIMITS.password) },
  confirmation: {
    required: 'Digite a palavra APAGAR',
    invalid: 'Digite a palavra APAGAR',
    'not-allowed': 'Digite a palavra APAGAR',
  },
};
