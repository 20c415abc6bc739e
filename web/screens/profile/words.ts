import { USER_LIMITS, WORK_LIMITS, WORKS_LIMIT } from '#contract/limits.ts';
import { signUpMessages, words } from '../../messages.ts';

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
  old_password: words({ required: 'Senha atual obrigatória', invalid: 'Senha atual incorreta' }, USER_LIMITS.password),
  password: words(
    { required: 'Nova senha obrigatória', 'too-short': 'A senha precisa de pelo menos 6 letras ou números' },
    USER_LIMITS.password,
  ),
  confirmedPassword: words({
    required: 'Repita a nova senha aqui',
    different: 'A repetição é diferente da nova senha',
  }),
};

export const workMessages = {
  title: words(
    { required: 'Título obrigatório', 'limit-reached': `No máximo ${WORKS_LIMIT} trabalhos` },
    WORK_LIMITS.title,
  ),
  description: words({ required: 'Descrição obrigatória' }, WORK_LIMITS.description),
  deploy_url: words(
    { required: 'Endereço obrigatório', invalid: 'Comece o endereço com https:// ou http://' },
    WORK_LIMITS.deploy_url,
  ),
};

export const accountRemovalMessages = {
  password: words({ required: 'Senha obrigatória', invalid: 'Senha incorreta' }, USER_LIMITS.password),
  confirmation: {
    required: 'Digite a palavra APAGAR',
    invalid: 'Digite a palavra APAGAR',
    'not-allowed': 'Digite a palavra APAGAR',
  },
};
