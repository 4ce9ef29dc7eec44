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
  // On a phone the navigation is a drawer, and the button that opens it stands in its place.
  const navigation = page.getByRole('navigation', { name: 'Main navigation' });
  await navigation
    .or(page.getByRole('button', { name: 'Open the navigation' }))
    .first()
    .waitFor();
};
