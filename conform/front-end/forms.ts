import type { Locator } from '@playwright/test';
import { aPerson, type SignUp } from '../api.ts';
import { Deviation } from '../atom.ts';
import { SIGN_UP_FIELDS, type SignUpField } from '../settings.ts';
import { happens, until } from '../wait.ts';
import { boxesOf, type Field, fieldAt, readFields, textOf } from './find.ts';
import type { Visit } from './visit.ts';

const WORDS: Record<SignUpField, RegExp> = {
  name: /nome/i,
  email: /e-?mail/i,
  password: /senha/i,
  confirmedPassword: /confirm|repet|repita|novamente/i,
  course_module: /m[óo]dulo|curso/i,
  bio: /bio|sobre/i,
  contact: /contato|link|url/i,
};

/** The fields of the sign-up by purpose, found by label, else by type and position. */
export async function signUpFields(visit: Visit): Promise<Partial<Record<SignUpField, Field>>> {
  const fields = await readFields(visit.page);
  const { labels } = visit.options.settings;
  const left = new Set(fields);
  const found: Partial<Record<SignUpField, Field>> = {};
  const take = (key: SignUpField, fits: (field: Field) => boolean) => {
    const field = [...left].find(fits);
    if (found[key] !== undefined || field === undefined) return;
    found[key] = field;
    left.delete(field);
  };
  for (const key of SIGN_UP_FIELDS) take(key, ({ names }) => names.includes(labels[key] ?? ''));
  take('course_module', ({ tag }) => tag === 'select');
  take('confirmedPassword', ({ names }) => names.some((name) => WORDS.confirmedPassword.test(name)));
  for (const key of SIGN_UP_FIELDS) take(key, ({ names }) => names.some((name) => WORDS[key].test(name)));
  for (const key of SIGN_UP_FIELDS) take(key, ({ placeholder }) => WORDS[key].test(placeholder));
  take('password', ({ type }) => type === 'password');
  take('confirmedPassword', ({ type }) => type === 'password');
  take('email', ({ type }) => type === 'email');
  take('contact', ({ type }) => type === 'url');
  return found;
}

const PLACES: Record<SignUpField, string> = {
  name: 'um campo para o nome',
  email: 'um campo para o email',
  password: 'um campo para a senha',
  confirmedPassword: 'um campo para a confirmação da senha',
  course_module: 'um <select> para o módulo do curso',
  bio: 'um campo para a bio',
  contact: 'um campo para o contato',
};

export async function signUpField(visit: Visit, key: SignUpField): Promise<Locator> {
  let field: Field | undefined;
  await until(PLACES[key], async () => {
    field = (await signUpFields(visit))[key];
    return field === undefined ? `campos ${listOf(await readFields(visit.page))}` : undefined;
  });
  if (field === undefined) throw new Deviation(PLACES[key], 'nenhum campo');
  return fieldAt(visit.page, field);
}

export function listOf(fields: Field[]): string {
  if (fields.length === 0) return 'nenhum campo';
  return fields.map(({ names, placeholder }) => `“${names.at(-1) ?? placeholder}”`).join(', ');
}

/** Fills the sign-up; a value of undefined leaves its field as it is. */
export async function fillSignUp(
  visit: Visit,
  values: Partial<SignUp> = aPerson(),
  confirmedPassword = values.password,
): Promise<void> {
  await signUpField(visit, 'name');
  const found = await signUpFields(visit);
  for (const [key, value] of Object.entries({ ...values, confirmedPassword }) as [SignUpField, string | undefined][]) {
    const field = found[key];
    if (field === undefined || value === undefined) continue;
    const control = fieldAt(visit.page, field);
    if (field.tag === 'select') await choose(control, value);
    else await control.fill(value);
  }
}

/** Chooses the option of this text or value, else one that begins like it. */
export async function choose(select: Locator, text: string): Promise<void> {
  const options = await select.locator('option').evaluateAll((all) =>
    all.map((option) => ({
      text: (option as HTMLOptionElement).label.trim(),
      value: (option as HTMLOptionElement).value,
    })),
  );
  const plain = (one: string) => one.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const index = [
    options.findIndex((option) => option.text === text),
    options.findIndex(({ value }) => value === text),
    options.findIndex((option) => option.text !== '' && plain(option.text).slice(0, 6) === plain(text).slice(0, 6)),
  ].find((place) => place >= 0);
  if (index !== undefined) await select.selectOption({ index });
}

/** Chooses the empty first option. Without one, or if it is disabled, a script leaves the select without a choice. */
export async function chooseNothing(select: Locator): Promise<void> {
  const index = await select.evaluate((element) =>
    [...(element as HTMLSelectElement).options].findIndex(({ value, disabled }) => value === '' && !disabled),
  );
  if (index >= 0) {
    await select.selectOption({ index });
    return;
  }
  await select.evaluate((element) => {
    Reflect.set(HTMLSelectElement.prototype, 'value', '', element);
    for (const name of ['input', 'change']) element.dispatchEvent(new Event(name, { bubbles: true }));
  });
}

export function sendSignUp(visit: Visit): Promise<void> {
  return visit.press([
    visit.options.settings.buttons.signUp,
    'Cadastrar',
    /^(cadastr(ar|e)|criar|registr|enviar|inscrev)/i,
  ]);
}

export async function loginFields(visit: Visit): Promise<{ email: Locator; password: Locator }> {
  let fields: Field[] = [];
  await until('os dois campos do login', async () => {
    fields = await readFields(visit.page);
    return fields.length >= 2 ? undefined : `campos ${listOf(fields)}`;
  });
  const password = fields.find(({ type }) => type === 'password') ?? fields[1];
  const email = fields.find((field) => field !== password && field.names.some((name) => WORDS.email.test(name)));
  const first = email ?? fields.find((field) => field !== password);
  if (first === undefined || password === undefined) throw new Deviation('os dois campos do login', listOf(fields));
  return { email: fieldAt(visit.page, first), password: fieldAt(visit.page, password) };
}

export async function fillLogin(visit: Visit, { email, password }: { email: string; password: string }): Promise<void> {
  const fields = await loginFields(visit);
  await fields.email.fill(email);
  await fields.password.fill(password);
}

export async function logIn(visit: Visit, person: { email: string; password: string }): Promise<void> {
  await fillLogin(visit, person);
  await sendLogin(visit);
}

export function sendLogin(visit: Visit): Promise<void> {
  return visit.press([visit.options.settings.buttons.logIn, 'Entrar', /^(entr|log|acess)/i]);
}

export function logOut(visit: Visit): Promise<void> {
  return visit.press(['Sair', /sair|log ?out|desconectar|encerrar/i]);
}

/** Expects a message below its field. */
export async function seesUnder(field: Locator, text: string, name: string): Promise<void> {
  const page = field.page();
  await until(`“${text}” logo abaixo do campo ${name}`, async () => {
    const [[upper], notes] = [await boxesOf(field), await boxesOf(textOf(page, text))];
    if (upper === undefined) return 'o campo já não está na tela';
    if (notes.length === 0) return messageNear(field);
    const isUnder = notes.some(({ x, y, width }) => {
      const gap = y - upper.y - upper.height;
      return gap > -8 && gap < 60 && x < upper.x + upper.width && x + width > upper.x;
    });
    return isUnder ? undefined : 'a mensagem em outro lugar da tela';
  });
}

export const NO_MESSAGE = 'nada abaixo do campo';

/** The text below a field, for the message of a deviation. */
export async function messageNear(field: Locator): Promise<string> {
  const text = await field.evaluate((control) => {
    const { left, bottom, width } = control.getBoundingClientRect();
    const near = [...document.querySelectorAll<HTMLElement>('body *')].find((element) => {
      const box = element.getBoundingClientRect();
      const isBelow = box.top >= bottom - 8 && box.top < bottom + 40 && box.left < left + width && box.right > left;
      const label = element.closest('label');
      const isOther = element.closest('button, a, option') !== null || (label !== null && label.control !== control);
      return isBelow && !isOther && element.childElementCount === 0 && element.innerText?.trim();
    });
    return near?.innerText.trim() ?? '';
  });
  return text === '' ? NO_MESSAGE : `“${text}” abaixo do campo`;
}

/** True if the front end sends this call in time. */
export function isSent(visit: Visit, name: string, patience?: number): Promise<boolean> {
  return happens(async () => visit.network.named(name).length > 0, patience);
}
