import { fieldOf, logIn } from '../helpers/actions.ts';
import { cut, hold, refuse } from '../helpers/calls.ts';
import { expect, test } from '../helpers/fixtures.ts';
import { aPerson } from '../helpers/make.ts';
import { closeToast } from '../helpers/toasts.ts';

test('a failed login keeps both fields, a refused one only the email', async ({ page }) => {
  const { email, password } = aPerson();
  await page.goto('/login');
  for (const fail of [refuse, cut, undefined]) {
    await page.unroute('**/sessions');
    await fail?.(page, 'POST', '**/sessions');
    await logIn(page, { email, password });
    await closeToast(page, 'Verifique os dados do login');
    await expect(fieldOf(page, 'Email')).toHaveValue(email);
    await expect(fieldOf(page, 'Senha')).toHaveValue(fail === undefined ? '' : password);
  }
  await expect(fieldOf(page, 'Senha')).toBeFocused();

  const release = await hold(page, 'POST', '**/sessions');
  await logIn(page, { email, password });
  await fieldOf(page, 'Senha').fill('corrigida');
  release();
  await closeToast(page, 'Verifique os dados do login');
  await expect(fieldOf(page, 'Senha')).toHaveValue('corrigida');
});
