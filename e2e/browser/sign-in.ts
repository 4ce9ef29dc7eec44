// Signs in by the form, or directly where the sign-in is not under test.
import type { Page } from 'playwright-core';

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** On a phone the navigation is a drawer, so waits for its button. */
const waitForFrame = (page: Page): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Main navigation' })
    .or(page.getByRole('button', { name: 'Open the navigation' }))
    .first()
    .waitFor();

export const signIn = async (page: Page, { username, password }: Credentials): Promise<void> => {
  await page.goto('/login');
  await page.getByLabel('User name or e-mail').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await waitForFrame(page);
};

/** Opens a page with a new session, without the sign-in form. */
export const enter = async (page: Page, { username, password }: Credentials, path = '/'): Promise<void> => {
  const answer = await page.request.post('/api/login', { data: { username, password } });
  if (!answer.ok()) throw new Error(`login: ${answer.status()} ${await answer.text()}`);
  const { token } = (await answer.json()) as { token: string };
  await page.context().addCookies([{ name: 'auth.token', value: token, url: new URL('/', answer.url()).href }]);
  await page.goto(path);
  await waitForFrame(page);
};
