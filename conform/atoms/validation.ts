import { aPerson, type SignUp } from '../api.ts';
import { section } from '../atom.ts';
import { dialogFields, fillDialog, type Kind, openCreate, openEdit, submit } from '../front-end/dialogs.ts';
import {
  chooseNothing,
  fillSignUp,
  isSent,
  logIn,
  loginFields,
  messageNear,
  NO_MESSAGE,
  seesUnder,
  sendLogin,
  sendSignUp,
  signUpField,
} from '../front-end/forms.ts';
import { TECHNOLOGIES, type Visit } from '../front-end/visit.ts';
import type { SignUpField } from '../settings.ts';
import { must, until } from '../wait.ts';
import { CALLS } from './steps.ts';

const [FIRST] = TECHNOLOGIES;

function sentNothing(visit: Visit, name: string): void {
  must(visit.network.named(name).length === 0, 'nenhuma chamada enquanto há um erro', name);
}

/** Sends the login with this e-mail and password, and expects a message under one of the fields. */
async function refusesLogin(visit: Visit, field: 'email' | 'password', message: string): Promise<void> {
  await visit.openScreen('login');
  const fields = await loginFields(visit);
  await fields[field === 'email' ? 'password' : 'email'].fill(field === 'email' ? 'senha123' : 'ana@example.com');
  await sendLogin(visit);
  await seesUnder(fields[field], message, field === 'email' ? 'do email' : 'da senha');
  sentNothing(visit, 'POST /sessions');
}

const NAMES: Record<SignUpField, string> = {
  name: 'do nome',
  email: 'do email',
  password: 'da senha',
  confirmedPassword: 'da confirmação',
  course_module: 'do módulo',
  bio: 'da bio',
  contact: 'do contato',
};

/** Sends a sign-up with one invalid field, and expects a message under it. */
async function refusesSignUp(
  visit: Visit,
  field: SignUpField,
  message: string | undefined,
  values: Partial<Record<SignUpField, string | undefined>>,
): Promise<void> {
  await visit.openScreen('signUp');
  const { confirmedPassword, ...rest } = { ...aPerson(), confirmedPassword: 'senha123', ...values };
  await fillSignUp(visit, rest as Partial<SignUp>, confirmedPassword);
  const control = await signUpField(visit, field);
  const before = await messageNear(control);
  await sendSignUp(visit);
  if (message === undefined) {
    await until(`uma mensagem logo abaixo do campo ${NAMES[field]}`, async () => {
      const seen = await messageNear(control);
      return seen === before || seen === NO_MESSAGE ? seen : undefined;
    });
  } else await seesUnder(control, message, NAMES[field]);
  sentNothing(visit, 'POST /users');
}

async function refusesTechnology(visit: Visit, kind: Kind, field: 'title' | 'status', message: string): Promise<void> {
  await visit.openDashboard();
  const dialog = kind === 'create' ? await openCreate(visit) : await openEdit(visit, FIRST.title);
  const fields = await dialogFields(dialog);
  if (field === 'title') await fillDialog(dialog, { title: '', ...(kind === 'create' && { status: 'Avançado' }) });
  else {
    // A new technology has no status until a person chooses one.
    if (kind === 'create') await fields.title.fill('Turmalina');
    else await chooseNothing(fields.status);
  }
  await submit(visit, kind, dialog);
  await seesUnder(fields[field], message, field === 'title' ? 'do título' : 'do status');
  sentNothing(visit, CALLS[kind]);
}

async function acceptsPassword(visit: Visit, password: string): Promise<void> {
  await visit.openScreen('signUp');
  await fillSignUp(visit, aPerson({ password }), password);
  await sendSignUp(visit);
  must(await isSent(visit, 'POST /users'), `a senha “${password}” aceita`, 'o cadastro não foi enviado');
}

export const loginRules = section<Visit>('Validação do login', '§5 Login', {
  'M-112': ['Sem email: “Email obrigatório”.', (visit) => refusesLogin(visit, 'email', 'Email obrigatório')],
  'M-113': ['Sem senha: “Password obrigatório”.', (visit) => refusesLogin(visit, 'password', 'Password obrigatório')],
  'M-114': [
    'O login não confere o formato do email: o que não é email é enviado.',
    async (visit) => {
      await visit.openScreen('login');
      await logIn(visit, { email: 'isto não é um email', password: 'senha123' });
      must(await isSent(visit, 'POST /sessions'), 'a chamada POST /sessions', 'o login não foi enviado');
    },
  ],
});

export const signUpRules = section<Visit>('Validação do cadastro', '§5 Signup', {
  'M-115': ['Sem nome: “Nome Obrigatório”.', (visit) => refusesSignUp(visit, 'name', 'Nome Obrigatório', { name: '' })],
  'M-116': [
    'Sem senha: “Senha obrigatória”.',
    (visit) => refusesSignUp(visit, 'password', 'Senha obrigatória', { password: '' }),
  ],
  'M-117': [
    'Senha “abc12”: “A senha precisa de no minimo 6 caracteres”.',
    (visit) =>
      refusesSignUp(visit, 'password', 'A senha precisa de no minimo 6 caracteres', {
        password: 'abc12',
        confirmedPassword: 'abc12',
      }),
  ],
  'M-118': [
    'As senhas “abcdef”, “123456” e “abc123” são aceitas.',
    async (visit) => {
      for (const password of ['abcdef', '123456', 'abc123']) {
        visit.network.calls.length = 0;
        await acceptsPassword(visit, password);
      }
    },
  ],
  'M-119': [
    'Sem confirmação: “Confirmação de senha obrigatória”.',
    (visit) => refusesSignUp(visit, 'confirmedPassword', 'Confirmação de senha obrigatória', { confirmedPassword: '' }),
  ],
  'M-120': [
    'Confirmação diferente: “A senha deve ser a mesma”, também quando a primeira senha muda depois.',
    async (visit) => {
      await refusesSignUp(visit, 'confirmedPassword', 'A senha deve ser a mesma', { confirmedPassword: 'senha124' });
      const confirmation = await signUpField(visit, 'confirmedPassword');
      await confirmation.fill('senha123');
      await (await signUpField(visit, 'password')).fill('senha125');
      await sendSignUp(visit);
      await seesUnder(confirmation, 'A senha deve ser a mesma', NAMES.confirmedPassword);
      sentNothing(visit, 'POST /users');
    },
  ],
  'M-121': [
    'Sem email: “Email obrigatório”.',
    (visit) => refusesSignUp(visit, 'email', 'Email obrigatório', { email: '' }),
  ],
  'M-122': [
    'Um email de formato inválido é recusado com uma mensagem.',
    (visit) => refusesSignUp(visit, 'email', undefined, { email: 'ana' }),
  ],
  'M-123': [
    'Sem módulo: “Módulo obrigatório”.',
    (visit) => refusesSignUp(visit, 'course_module', 'Módulo obrigatório', { course_module: undefined }),
  ],
  'M-124': ['Sem bio: “Bio obrigatória”.', (visit) => refusesSignUp(visit, 'bio', 'Bio obrigatória', { bio: '' })],
  'M-125': [
    'Sem contato: “Link do contato obrigatório”.',
    (visit) => refusesSignUp(visit, 'contact', 'Link do contato obrigatório', { contact: '' }),
  ],
  'M-126': [
    'Um contato que não é uma URL é recusado com uma mensagem.',
    (visit) => refusesSignUp(visit, 'contact', undefined, { contact: 'não é um endereço' }),
  ],
  'M-131': [
    'Vários campos inválidos mostram as suas mensagens ao mesmo tempo.',
    async (visit) => {
      await visit.openScreen('signUp');
      await sendSignUp(visit);
      const messages = visit.page.getByText(/obrigat[óo]ri[ao]$/i).filter({ visible: true });
      const name = await signUpField(visit, 'name');
      await seesUnder(name, 'Nome Obrigatório', NAMES.name).catch(() => undefined);
      const count = await messages.count();
      must(count >= 2, 'as mensagens dos sete campos vazios', `${count}`);
    },
  ],
});

export const technologyRules = section<Visit>('Validação da tecnologia', '§5 Technology form', {
  'M-127': [
    'Cadastro sem título: “Tecnolgia Obrigatória”.',
    (visit) => refusesTechnology(visit, 'create', 'title', 'Tecnolgia Obrigatória'),
  ],
  'M-128': [
    'Cadastro sem status: “Status obrigatório”.',
    (visit) => refusesTechnology(visit, 'create', 'status', 'Status obrigatório'),
  ],
  'M-129': [
    'Edição com o título apagado: “Tecnolgia Obrigatória”.',
    (visit) => refusesTechnology(visit, 'edit', 'title', 'Tecnolgia Obrigatória'),
  ],
  'M-130': [
    'Edição sem status: “Status obrigatório”.',
    (visit) => refusesTechnology(visit, 'edit', 'status', 'Status obrigatório'),
  ],
});
