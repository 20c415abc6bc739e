import { randomUUID } from 'node:crypto';
import { expectAccessible, expectNoSidewaysScroll } from '../helpers/access.ts';
import { buttonOf, exact, fieldOf, headingOf } from '../helpers/actions.ts';
import { type Backstage, expect, test } from '../helpers/fixtures.ts';
import { addWork, change } from '../helpers/profile.ts';

async function publish(backstage: Backstage, name: string, titles: readonly string[]) {
  const person = await backstage.signUp({ name });
  for (const title of titles) await backstage.addTechnology(person, { title, status: 'Avançado' });
  const handle = `ana-${person.id.slice(0, 20)}`;
  await change(backstage, person, { handle, visibility: 'public' });
  return { person, path: `/u/${handle}` };
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a technology links to others who know it, and a second one narrows the search', async ({ page, backstage }) => {
    const [common, other] = [`Comum ${randomUUID()}`, `Outra ${randomUUID()}`];
    const { person, path } = await publish(backstage, 'Ana Souza', [common]);
    await addWork(backstage, person, { title: 'Loja' });
    await publish(backstage, 'Bia Lima', [common.toUpperCase().replaceAll(' ', ''), other]);
    await page.goto(path);
    await page.getByRole('link', { name: `Quem mais sabe ${common}`, ...exact }).click();
    const names = page.getByRole('list', { name: 'Pessoas', ...exact }).getByRole('heading');
    await expect(headingOf(page, `Quem sabe ${common}`)).toBeVisible();
    await expect(names).toHaveText(['Ana Souza', 'Bia Lima']);
    await expect(page.getByText('1 projeto', exact)).toBeVisible();
    await fieldOf(page, 'E também').fill(other);
    await fieldOf(page, 'Nível a partir de').selectOption('Intermediário');
    await buttonOf(page, 'Procurar').click();
    await expect(names).toHaveText(['Bia Lima']);
    await expect(fieldOf(page, 'Nível a partir de')).toHaveValue('intermediario');
    await page.getByRole('link', { name: `Remover ${other}`, ...exact }).click();
    await expect(names).toHaveText(['Ana Souza', 'Bia Lima']);
    await page.getByRole('link', { name: 'Ana Souza', ...exact }).click();
    await expect(page).toHaveURL(path);
  });
});

test('the page of people is accessible, light and dark, and fits 320 px', async ({ page, backstage }) => {
  const title = 'x'.repeat(100);
  await publish(backstage, 'A'.repeat(120), [title, 'React']);
  for (const query of ['', `?tecnologia=${title}&tecnologia=react`, `?tecnologia=${title}&modulo=4&nivel=mestre`]) {
    await page.goto(`/pessoas${query}`);
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 320],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 640 });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  }
});
