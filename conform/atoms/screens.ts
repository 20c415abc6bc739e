import { Deviation, section } from '../atom.ts';
import { fieldAt, readFields } from '../front-end/find.ts';
import { fillSignUp, listOf, signUpField, signUpFields } from '../front-end/forms.ts';
import type { Visit } from '../front-end/visit.ts';
import { SIGN_UP_FIELDS, type SignUpField } from '../settings.ts';
import { must, same, until } from '../wait.ts';

async function expectField(visit: Visit, key: SignUpField, types: string[]): Promise<void> {
  const field = await signUpField(visit, key);
  const { tag, type } = (await signUpFields(visit))[key] ?? { tag: '', type: '' };
  must(types.includes(tag) || types.includes(type), `um campo ${types.join(' ou ')}`, `um campo ${tag} ${type}`);
  if (tag === 'select') return;
  await field.fill('abc');
  must((await field.inputValue()) === 'abc', 'um campo que aceita texto', `“${await field.inputValue()}”`);
  await field.fill('');
}

const TEXT = ['text', 'textarea'];

/** The options of the module select, without its placeholder. `empty` is true if it has a placeholder. */
export async function readModules(visit: Visit): Promise<{ options: string[]; empty: boolean }> {
  const select = await signUpField(visit, 'course_module');
  const options = await select.locator('option').evaluateAll((all) => all.map((one) => one.textContent?.trim() ?? ''));
  const [first = '', ...rest] = options;
  const empty = !/^(primeir|1|m1)/i.test(first);
  return { options: empty ? rest : options, empty };
}

async function expectWay(visit: Visit, name: string, path: string): Promise<void> {
  await visit.seesButton(name);
  await visit.press([name]);
  await visit.isAt(path);
}

export const signUp = section<Visit>('Tela de cadastro', '§2 Signup', {
  'M-032': ['O título é exatamente “Crie sua Conta”.', (visit) => visit.seesTitle('Crie sua Conta'), 'signUp'],
  'M-033': [
    'O subtítulo é exatamente “Rápido e grátis, vamos nessa”.',
    (visit) => visit.sees('Rápido e grátis, vamos nessa', visit.page, 'o subtítulo “Rápido e grátis, vamos nessa”'),
    'signUp',
  ],
  'M-034': ['Há um campo para o nome.', (visit) => expectField(visit, 'name', TEXT), 'signUp'],
  'M-035': ['Há um campo para o email.', (visit) => expectField(visit, 'email', ['email', ...TEXT]), 'signUp'],
  'M-036': [
    'Há um campo para a senha, que não mostra o que se digita.',
    (visit) => expectField(visit, 'password', ['password']),
    'signUp',
  ],
  'M-037': [
    'Há um campo para confirmar a senha, que não mostra o que se digita.',
    (visit) => expectField(visit, 'confirmedPassword', ['password']),
    'signUp',
  ],
  'M-038': [
    'Há um <select> para o módulo do curso.',
    (visit) => expectField(visit, 'course_module', ['select']),
    'signUp',
  ],
  'M-039': ['Há um campo para a bio.', (visit) => expectField(visit, 'bio', TEXT), 'signUp'],
  'M-040': ['Há um campo para o contato.', (visit) => expectField(visit, 'contact', ['url', 'tel', ...TEXT]), 'signUp'],
  'M-041': [
    'Os campos seguem a ordem nome, email, senha, confirmação, módulo, bio, contato.',
    async (visit) => {
      await fillSignUp(visit, {});
      const found = await signUpFields(visit);
      const tops = await Promise.all(
        SIGN_UP_FIELDS.flatMap((key) => {
          const field = found[key];
          return field === undefined
            ? []
            : [
                fieldAt(visit.page, field)
                  .boundingBox()
                  .then((box) => ({ key, box })),
              ];
        }),
      );
      const order = tops
        .toSorted((a, b) => (a.box?.y ?? 0) - (b.box?.y ?? 0) || (a.box?.x ?? 0) - (b.box?.x ?? 0))
        .map(({ key }) => key);
      same('os campos na ordem', order, SIGN_UP_FIELDS);
    },
    'signUp',
  ],
  'M-042': [
    'O select oferece uma primeira escolha vazia e exatamente as quatro opções de módulo.',
    async (visit) => {
      const { options, empty } = await readModules(visit);
      must(empty, 'uma primeira escolha vazia', 'um módulo já escolhido');
      must(options.length === 4, 'quatro módulos', `${options.length}: ${options.join(', ')}`);
    },
    'signUp',
  ],
  'M-043': [
    'Um botão “Login” leva a “/login”.',
    async (visit) => {
      await visit.openScreen('signUp');
      await expectWay(visit, 'Login', '/login');
    },
  ],
});

/** Waits for a field with exactly this label. Returns its type. */
async function expectLabel(visit: Visit, label: string): Promise<string> {
  let type = '';
  await until(`um campo “${label}”`, async () => {
    const fields = await readFields(visit.page);
    const field = fields.find(({ names }) => names.includes(label));
    type = field?.type ?? '';
    return field === undefined ? `campos ${listOf(fields)}` : undefined;
  });
  return type;
}

export const login = section<Visit>('Tela de login', '§2 Login', {
  'M-044': ['O título é exatamente “Login”.', (visit) => visit.seesTitle('Login'), 'login'],
  'M-045': ['Há um campo com o rótulo “Email”.', async (visit) => void (await expectLabel(visit, 'Email')), 'login'],
  'M-046': [
    'Há um campo com o rótulo “Senha”, que não mostra o que se digita.',
    async (visit) => {
      const type = await expectLabel(visit, 'Senha');
      if (type !== 'password') throw new Deviation('um campo do tipo password', `um campo do tipo ${type}`);
    },
    'login',
  ],
  'M-047': ['O botão de enviar é exatamente “Entrar”.', (visit) => visit.seesButton('Entrar'), 'login'],
  'M-048': ['Há o texto “Ainda não possui uma conta?”.', (visit) => visit.sees('Ainda não possui uma conta?'), 'login'],
  'M-049': [
    'O botão “Cadastre-se” leva de volta a “/”.',
    async (visit) => {
      await visit.openScreen('login');
      await expectWay(visit, 'Cadastre-se', '/');
    },
  ],
});
