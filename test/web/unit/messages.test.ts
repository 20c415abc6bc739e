import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { levelLabel } from '#contract/choices.ts';
import { logInMessages, signUpMessages, technologyMessages, texts, toasts } from '../../../web/messages.ts';

const web = resolve(import.meta.dirname, '../../../web');

test('the specification’s words are kept byte for byte (X-93)', () => {
  expect(texts).toMatchObject({
    signUp: { title: 'Crie sua Conta', subtitle: 'Rápido e grátis, vamos nessa' },
    logIn: {
      title: 'Login',
      email: 'Email',
      password: 'Senha',
      submit: 'Entrar',
      noAccount: 'Ainda não possui uma conta?',
      signUp: 'Cadastre-se',
    },
    dashboard: { signOut: 'Sair', add: '+' },
    create: {
      title: 'Cadastrar Tecnologia',
      name: 'Nome',
      placeholder: 'Digite uma tecnolgia',
      status: 'Selecionar status',
      submit: 'Cadastrar Tecnologia',
    },
    edit: { title: 'Tecnologia Detalhes', name: 'Nome do projeto', status: 'Status', submit: 'Salvar Alterações' },
    remove: { title: 'Deseja excluir a tecnologia?', yes: 'Sim', no: 'Não' },
    close: 'X',
  });
  expect(texts.dashboard.greeting('Ana')).toBe('Olá, Ana');
  expect(levelLabel('Intermediario')).toBe('Intermediário');
});

test('the specification’s toasts are kept byte for byte (X-93)', () => {
  expect(toasts).toEqual({
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
  });
});

test('the specification’s messages are kept byte for byte, slips included (X-93)', () => {
  expect(logInMessages.email).toMatchObject({ required: 'Email obrigatório' });
  expect(logInMessages.password).toMatchObject({ required: 'Password obrigatório' });
  expect(signUpMessages).toMatchObject({
    name: { required: 'Nome Obrigatório' },
    email: { required: 'Email obrigatório' },
    password: { required: 'Senha obrigatória', 'too-short': 'A senha precisa de no minimo 6 caracteres' },
    confirmedPassword: { required: 'Confirmação de senha obrigatória', different: 'A senha deve ser a mesma' },
    course_module: { required: 'Módulo obrigatório' },
    bio: { required: 'Bio obrigatória' },
    contact: { required: 'Link do contato obrigatório' },
  });
  expect(technologyMessages).toMatchObject({
    title: { required: 'Tecnolgia Obrigatória' },
    status: { required: 'Status obrigatório' },
  });
});

test('they stand in one file, which says why their slips are left alone (X-93)', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: web }).map((file) => [file, readFileSync(join(web, file), 'utf8')]);
  for (const slip of ['ecnolgia', 'no minimo', 'Password obrigatório', 'Verifique os dados', 'Erro ao deletar']) {
    expect(sources.filter(([, text]) => text?.includes(slip)).map(([file]) => file)).toEqual(['messages.ts']);
  }
  const [comment = ''] = /\/\*\*[\s\S]*?\*\//.exec(readFileSync(join(web, 'messages.ts'), 'utf8')) ?? [];
  for (const slip of ['tecnolgia', 'no minimo', 'Password obrigatório']) expect(comment).toContain(slip);
});
