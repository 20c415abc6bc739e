import {
  PASSWORD_MINIMUM,
  PASSWORD_MINIMUM_STRICT,
  TECHNOLOGIES_LIMIT,
  TECHNOLOGY_LIMITS,
  USER_LIMITS,
} from '#contract/limits.ts';
import type { DetailsForm, EmailForm, PrivateProfile, PublicUser } from '#contract/user.ts';

// Texts of the specification, byte for byte, with spelling mistakes such as "tecnolgia" and "no minimo".

export const texts = {
  signUp: {
    title: 'Crie sua Conta',
    subtitle: 'Rápido e grátis, vamos nessa',
    name: 'Nome',
    email: 'Email',
    password: 'Senha',
    confirmedPassword: 'Confirmar senha',
    courseModule: 'Módulo do curso',
    bio: 'Bio',
    contact: 'Contato',
    submit: 'Cadastrar',
    login: 'Login',
  },
  logIn: {
    title: 'Login',
    email: 'Email',
    password: 'Senha',
    submit: 'Entrar',
    noAccount: 'Ainda não possui uma conta?',
    signUp: 'Cadastre-se',
  },
  create: {
    title: 'Cadastrar Tecnologia',
    name: 'Nome',
    placeholder: 'Digite uma tecnolgia',
    status: 'Selecionar status',
    submit: 'Cadastrar Tecnologia',
  },
  edit: { title: 'Tecnologia Detalhes', name: 'Nome do projeto', status: 'Status', submit: 'Salvar Alterações' },
  remove: { title: 'Deseja excluir a tecnologia?', yes: 'Sim', no: 'Não' },
} as const;

export const toasts = {
  loggedIn: 'Logado com sucesso',
  logInFailed: 'Verifique os dados do login',
  signedUp: 'Cadastro realizado com sucesso',
  signUpFailed: 'Erro ao realizar o cadastro',
  added: 'Tecnologia cadastrada com sucesso',
  addFailed: 'Erro ao cadastrar a tecnologia',
  changed: 'Tecnologia atualizada',
  changeFailed: 'Tecnologia não atualizada',
  removed: 'Tecnologia deletada com sucesso',
  removeFailed: 'Erro ao deletar tecnologia',
} as const;

export const allRequired = 'Todos os campos são obrigatórios';

export const profileNouns: Record<keyof DetailsForm | keyof EmailForm, string> = {
  name: 'nome',
  email: 'email',
  course_module: 'módulo do curso',
  bio: 'bio',
  contact: 'contato',
};

type PublicField = Exclude<keyof DetailsForm & keyof PublicUser, keyof PrivateProfile>;
export const publicNouns: Record<PublicField, { noun: string; yours: string }> = {
  bio: { noun: 'a bio', yours: 'sua bio' },
  contact: { noun: 'o contato', yours: 'seu contato' },
};

export function joinNouns(nouns: Iterable<string>): string {
  return new Intl.ListFormat('pt-BR').format(nouns);
}

export const passwordHint = `Mínimo de ${PASSWORD_MINIMUM} letras ou números`;

export type FieldMessages = Record<string, string>;

export function words(messages: FieldMessages, limit?: number): FieldMessages {
  return {
    invalid: 'Há caracteres que não podem ser usados aqui',
    ...(limit === undefined ? {} : { 'too-long': `No máximo ${limit.toLocaleString('pt-BR')} caracteres` }),
    ...messages,
  };
}

export const logInMessages = {
  email: words({ required: 'Email obrigatório' }),
  password: words({ required: 'Password obrigatório' }, USER_LIMITS.password),
};

const strictPassword: FieldMessages = {
  'below-minimum': `A senha precisa de pelo menos ${PASSWORD_MINIMUM_STRICT} caracteres`,
  'too-common': 'Esta senha é comum demais: escolha outra',
  personal: 'A senha não pode ser seu nome ou seu email',
};

export const signUpMessages = {
  name: words({ required: 'Nome Obrigatório' }, USER_LIMITS.name),
  // No message for `taken`: the screen must not reveal who has an account.
  email: words({ required: 'Email obrigatório', invalid: 'Email inválido' }, USER_LIMITS.email),
  password: words(
    { required: 'Senha obrigatória', 'too-short': 'A senha precisa de no minimo 6 caracteres', ...strictPassword },
    USER_LIMITS.password,
  ),
  confirmedPassword: words({ required: 'Confirmação de senha obrigatória', different: 'A senha deve ser a mesma' }),
  course_module: words({ required: 'Módulo obrigatório', 'not-allowed': 'Escolha um dos módulos da lista' }),
  bio: words({ required: 'Bio obrigatória' }, USER_LIMITS.bio),
  contact: words({ required: 'Link do contato obrigatório', invalid: 'Link do contato inválido' }, USER_LIMITS.contact),
};

export const newPasswordLabels = { password: 'Nova senha', confirmedPassword: 'Repetir a nova senha' };

export const newPasswordMessages = {
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

export const technologyMessages = {
  title: words(
    {
      required: 'Tecnolgia Obrigatória',
      taken: 'Você já tem esta tecnologia',
      'limit-reached': `Você já tem ${TECHNOLOGIES_LIMIT} tecnologias, o máximo: exclua uma para cadastrar outra`,
    },
    TECHNOLOGY_LIMITS.title,
  ),
  status: words({ required: 'Status obrigatório', 'not-allowed': 'Escolha um dos níveis da lista' }),
};
