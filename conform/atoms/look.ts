import type { Locator } from '@playwright/test';
import { section } from '../atom.ts';
import { boxesOf, buttonOf, readFields, textOf } from '../front-end/find.ts';
import { fillSignUp, logIn, sendLogin, sendSignUp } from '../front-end/forms.ts';
import type { Screen, Visit } from '../front-end/visit.ts';
import { happens, must, until } from '../wait.ts';
import { englishOn } from './english.ts';

type Colour = [red: number, green: number, blue: number];

async function colourOf(element: Locator, property: string): Promise<Colour> {
  const value = await element.evaluate((node, name) => {
    // The canvas turns any notation into red, green and blue.
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (context === null) return [0, 0, 0];
    context.fillStyle = getComputedStyle(node).getPropertyValue(name);
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  }, property);
  const [red = 0, green = 0, blue = 0] = value;
  return [red, green, blue];
}

/** The width of the form's card in em: the widest box around the fields that is narrower than the page. */
async function cardOf(visit: Visit): Promise<{ width: number; em: number; inner: number }> {
  const field = visit.page.locator('input').filter({ visible: true }).first();
  return field.evaluate((input) => {
    let card: HTMLElement = input as HTMLElement;
    const form = input.closest('form');
    const heading = [...document.querySelectorAll<HTMLElement>('h1, h2, h3')].find((node) => node.checkVisibility());
    for (let node = card; node.parentElement && node !== document.body; node = node.parentElement) {
      card = node;
      const isWhole = (form === null || node.contains(form)) && (heading === undefined || node.contains(heading));
      const style = getComputedStyle(node);
      const isBox = style.backgroundColor !== 'rgba(0, 0, 0, 0)' || Number.parseFloat(style.borderTopWidth) > 0;
      if (isWhole && isBox) break;
      // The next one is the page.
      if (node.parentElement.getBoundingClientRect().width >= innerWidth * 0.9) break;
    }
    const { paddingLeft, paddingRight, fontSize, borderLeftWidth } = getComputedStyle(card);
    const { width } = card.getBoundingClientRect();
    const sides = [paddingLeft, paddingRight, borderLeftWidth, borderLeftWidth].map(Number.parseFloat);
    return { width, em: Number.parseFloat(fontSize), inner: width - sides.reduce((sum, side) => sum + side, 0) };
  });
}

const FORMS: Screen[] = ['signUp', 'login'];
const round = (value: number) => Math.round(value * 10) / 10;

export const purpose = section<Visit>('Propósito e aparência', '§1', {
  'M-001': [
    'Todo o texto é em português: <html lang="pt-BR">, nenhuma palavra em inglês, nenhum balão do navegador.',
    async (visit) => {
      await visit.page.addInitScript(() => {
        document.addEventListener('invalid', () => (document.documentElement.dataset['balloon'] = 'yes'), true);
      });
      const expectPortuguese = async () => {
        const language = (await visit.page.locator('html').getAttribute('lang')) ?? '';
        const seen = language === '' ? '<html> sem lang' : `lang="${language}"`;
        must(/^pt\b/i.test(language), '<html lang="pt-BR">', seen);
        const english = await englishOn(visit.page);
        must(english.length === 0, 'só texto em português', english.map((text) => `“${text}”`).join(', '));
      };
      for (const screen of FORMS) {
        await visit.openScreen(screen);
        await (screen === 'signUp' ? sendSignUp(visit) : sendLogin(visit));
        await happens(async () => (await visit.page.getByText(/obrigat[óo]ri[ao]$/i).count()) > 0, 2_000);
        const balloon = await visit.page.locator('html').getAttribute('data-balloon');
        must(balloon === null, 'formulários com noValidate', 'um balão de validação do próprio navegador');
        await expectPortuguese();
      }
      await visit.openDashboard();
      await expectPortuguese();
    },
  ],
  'M-002': [
    'O visitante se cadastra informando nome, email, senha, bio, contato e módulo do curso, e nada mais.',
    async (visit) => {
      await visit.openScreen('signUp');
      await fillSignUp(visit);
      const fields = await readFields(visit.page);
      must(fields.length === 7, 'sete campos, com a confirmação da senha', `${fields.length} campos`);
      await sendSignUp(visit);
      const { request } = await visit.network.answered('POST /users');
      const status = await request.response();
      must(status?.ok() ?? false, 'um cadastro aceito pela API', `a resposta ${status?.status() ?? 'nenhuma'}`);
    },
  ],
  'M-003': [
    'A pessoa cadastrada consegue fazer login.',
    async (visit) => {
      await visit.openScreen('login');
      await logIn(visit, visit.person);
      await until('o dashboard', async () => ((await visit.shows('dashboard')) ? undefined : `a página ${visit.path}`));
    },
  ],
  'M-009': [
    'O fundo da página é preto.',
    async (visit) => {
      const colour = await colourOf(visit.page.locator('body'), 'background-color');
      must(
        colour.every((part) => part === 0),
        'fundo preto (#000)',
        `fundo rgb(${colour.join(', ')})`,
      );
    },
    'login',
  ],
  'M-010': [
    'A cor padrão do texto é branca.',
    async (visit) => {
      const colour = await colourOf(visit.page.locator('body'), 'color');
      must(
        colour.every((part) => part === 255),
        'texto branco (#fff)',
        `texto rgb(${colour.join(', ')})`,
      );
    },
    'login',
  ],
  'M-011': [
    'A fonte é Inter, a primeira da lista.',
    async (visit) => {
      const body = visit.page.locator('body');
      const family = await body.evaluate((node) =>
        getComputedStyle(node).fontFamily.split(',')[0]?.replaceAll(/["']/g, ''),
      );
      must(/^Inter\b/.test(family ?? ''), 'a fonte Inter', `a fonte ${family}`);
    },
    'login',
  ],
  'M-013': [
    'O formulário fica num cartão de cerca de 23em de largura (de 22 a 24), nunca mais largo que a tela.',
    async (visit) => {
      for (const screen of FORMS) {
        await visit.openScreen(screen);
        const { width, em } = await cardOf(visit);
        must(width >= 22 * em && width <= 24 * em, 'um cartão de 22 a 24em', `${round(width / em)}em`);
        await visit.page.setViewportSize({ width: 320, height: 640 });
        await until('um cartão que cabe em 320 pixels', async () => {
          const narrow = (await cardOf(visit)).width;
          return narrow <= 320 ? undefined : `${round(narrow)} pixels`;
        });
        await visit.page.setViewportSize({ width: 1280, height: 800 });
      }
    },
  ],
  'M-014': [
    'O cartão mostra o título, o subtítulo do cadastro e um rótulo para cada campo.',
    async (visit) => {
      for (const screen of FORMS) {
        await visit.openScreen(screen);
        const headings = visit.page.getByRole('heading').filter({ visible: true });
        const title = headings.or(textOf(visit.page, screen === 'signUp' ? 'Crie sua Conta' : 'Login'));
        must((await title.count()) > 0, 'um título no cartão', 'nenhum título');
        const fields = await readFields(visit.page);
        const bare = fields.filter(({ names }) => names.length === 0);
        must(bare.length === 0, 'um rótulo para cada campo', `${bare.length} de ${fields.length} campos sem rótulo`);
      }
    },
  ],
  'M-015': [
    'O erro de um campo é um texto pequeno e vermelho.',
    async (visit) => {
      await visit.openScreen('signUp');
      await sendSignUp(visit);
      const message = visit.page
        .getByText(/obrigat[óo]ri[ao]$/i)
        .filter({ visible: true })
        .first();
      await until('uma mensagem de erro', async () => ((await message.count()) > 0 ? undefined : 'nenhuma mensagem'));
      const [red, green, blue] = await colourOf(message, 'color');
      const size = await message.evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize));
      // Pink, coral and a light red count as red, orange does not.
      const isRed = red > 150 && Math.max(green, blue) < red * 0.7 && green - blue < red * 0.4;
      must(isRed, 'texto vermelho', `rgb(${red}, ${green}, ${blue})`);
      must(size < 16, 'texto pequeno, menor que 16 pixels', `${size} pixels`);
    },
  ],
  'M-016': [
    'O botão principal ocupa a largura do cartão.',
    async (visit) => {
      const { inner } = await cardOf(visit);
      const button = buttonOf(visit.page, 'Entrar')
        .or(buttonOf(visit.page, /^(entr|log|acess)/i))
        .first();
      const field = await visit.page.locator('input').filter({ visible: true }).first().boundingBox();
      const width = (await button.boundingBox())?.width ?? 0;
      const full = Math.min(inner, field?.width ?? inner);
      must(width >= full - 2, `um botão de ${round(full)} pixels, como o cartão por dentro`, `${round(width)} pixels`);
    },
    'login',
  ],
  'M-018': [
    'Uma imagem do logotipo aparece no cadastro e no login.',
    async (visit) => {
      for (const screen of FORMS) {
        await visit.openScreen(screen);
        const images = visit.page.locator('img, svg:not(button svg), [role=img]').filter({ visible: true });
        await until(`um logotipo em ${visit.path}`, async () => {
          const boxes = await boxesOf(images);
          return boxes.some(({ width, height }) => width >= 24 && height >= 8) ? undefined : 'nenhuma imagem';
        });
      }
    },
  ],
});
