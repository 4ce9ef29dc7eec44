// Signs in the way a person does.
import type { Page } from 'playwright-core';

export const signIn = async (
  page: Page,
  { username, password }: { username: string; password: string },
): Promise<void> => {
  await page.goto('/login');
  await page.getByLabel('User name or e-mail').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
};
