import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../set-up.mjs';
import { ALL_WIDTHS, button, FIVE, LONG, never, open, type Shot, toast } from './parts.ts';

export const WORKS = [
  {
    title: 'Cardápio digital',
    description: 'Lista os pratos de um restaurante e calcula a conta.\nFeito com React.',
    deploy_url: 'https://cardapio.example.com',
    technologies: ['React', 'TypeScript', 'HTML e CSS'],
  },
  {
    title: 'API de receitas',
    description: 'Node e SQLite.',
    deploy_url: 'https://receitas.example.com',
    technologies: ['Node.js'],
  },
];
const LONG_WORKS = LONG.map(({ title }) => ({
  title,
  description: title.repeat(5),
  deploy_url: `https://example.com/${'a'.repeat(120)}`,
}));

async function sendEmptyProfile(page: Page): Promise<void> {
  for (const label of ['Nome', 'Bio', 'Contato']) await page.getByLabel(label, { exact: true }).fill('');
  await button(page, 'Salvar dados').click();
  await button(page, 'Alterar a senha').click();
  const file = { name: 'foto.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') };
  await page.getByLabel('Arquivo da foto').setInputFiles(file);
}

async function sendEmptyDialog(page: Page, opener: string, send: string): Promise<void> {
  await open(page, button(page, opener));
  await button(page, send).click();
}

export const PROFILE_SHOTS: readonly Shot[] = [
  { name: 'profile', path: '/perfil', technologies: FIVE, works: WORKS, whole: true, widths: ALL_WIDTHS },
  { name: 'profile-empty', path: '/perfil', technologies: [], whole: true },
  {
    name: 'profile-long',
    path: '/perfil',
    technologies: [],
    works: LONG_WORKS,
    user: {
      name: 'Maria Aparecida dos Santos Albuquerque de Oliveira Nascimento',
      bio: `${LONG[0]?.title} `.repeat(8),
    },
    whole: true,
  },
  {
    name: 'profile-public',
    path: '/perfil',
    technologies: FIVE,
    works: WORKS,
    act: {
      after: async (page) => {
        await page.getByRole('switch').click();
        await toast(page, 'Seu perfil agora é público');
      },
    },
  },
  { name: 'profile-errors', path: '/perfil', technologies: [], whole: true, act: { after: sendEmptyProfile } },
  {
    name: 'profile-pending',
    path: '/perfil',
    technologies: [],
    act: {
      after: async (page) => {
        await page.route('**/profile', never);
        await page.getByLabel('Nome', { exact: true }).fill('Ana Maria');
        await button(page, 'Salvar dados').click();
        await page.getByText('Enviando…').waitFor();
      },
    },
  },
  {
    name: 'profile-loading',
    path: '/perfil',
    technologies: [],
    act: {
      before: (page) => page.route('**/profile', never),
      after: (page) => page.getByText('Carregando o seu perfil').waitFor({ state: 'attached' }),
    },
  },
  {
    name: 'profile-failed',
    path: '/perfil',
    technologies: [],
    act: {
      before: (page) => page.route('**/profile', (route) => route.abort()),
      after: (page) => button(page, 'Tentar de novo').waitFor(),
    },
  },
  {
    name: 'profile-work',
    path: '/perfil',
    technologies: [],
    act: { after: (page) => sendEmptyDialog(page, 'Adicionar projeto', 'Salvar projeto') },
  },
  {
    name: 'profile-work-removal',
    path: '/perfil',
    technologies: [],
    works: WORKS,
    act: { after: (page) => open(page, button(page, 'Excluir Cardápio digital')) },
  },
  {
    name: 'profile-account-removal',
    path: '/perfil',
    technologies: [],
    act: { after: (page) => sendEmptyDialog(page, 'Apagar minha conta', 'Apagar tudo para sempre') },
  },
  {
    name: 'profile-activity',
    path: '/perfil',
    technologies: [],
    act: {
      after: async (page) => {
        await page.getByRole('switch').click();
        await toast(page, 'Seu perfil agora é público');
        await button(page, 'Baixar meus dados').click();
        await toast(page, 'Seus dados foram baixados');
        await page.reload();
        await page.getByText('Perfil público ligado').scrollIntoViewIfNeeded();
      },
    },
  },
  {
    name: 'profile-crop',
    path: '/perfil',
    technologies: [],
    act: {
      after: async (page) => {
        await page.getByLabel('Arquivo da foto').setInputFiles(join(root, 'docs', 'images', 'dashboard.png'));
        await button(page, 'Usar esta foto').scrollIntoViewIfNeeded();
      },
    },
  },
  {
    name: 'profile-unsaved',
    path: '/perfil',
    technologies: [],
    act: {
      after: async (page) => {
        await page.getByLabel('Bio', { exact: true }).fill('Outra bio');
        await open(page, page.getByRole('link', { name: 'Voltar às tecnologias' }));
      },
    },
  },
  {
    name: 'profile-forced-colors',
    path: '/perfil',
    technologies: FIVE,
    works: WORKS,
    whole: true,
    options: { forcedColors: 'active' },
  },
];
