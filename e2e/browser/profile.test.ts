// The user's own account: two-factor sign-in, picture, e-mail, sessions, a forgotten password. RINGSIDE_SHOTS=folder stores screenshots of
// each step.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import { codeOf } from './authenticator.ts';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { enter, signIn } from './sign-in.ts';

const PASSWORD = 'quiet lanterns on the pier';

let console_: RunningConsole;
let browser: Browser;

let people = 0;

/** A separate user for each test and attempt, so that tests are independent. */
const addUser = async (name: string): Promise<{ readonly username: string; readonly password: string }> => {
  const username = `${name}-${++people}`;
  const body = { username, email: `${username}@example.com`, firstname: 'Dana', lastname: 'Levi' };
  await console_.api.call('POST', '/users', { ...body, role: 'billing', password: PASSWORD });
  return { username, password: PASSWORD };
};

const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
};

const openedProfile = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();

const openProfile = async (page: Page): Promise<void> => {
  await page.goto('/profile');
  await openedProfile(page);
};

const dialog = (page: Page) => page.getByRole('dialog');
const passwordIn = (page: Page) => dialog(page).getByRole('textbox', { name: 'Your password' });

/** Sets up two-factor sign-in on the profile page. Returns the recovery codes, and in `used` the code that confirmed the seed. */
const switchOn = async (page: Page, look: (step: string) => Promise<void> = async () => undefined) => {
  await page.getByRole('button', { name: 'Enable' }).click();
  // Hidden while typed, and filled in by password managers.
  expect(await passwordIn(page).getAttribute('type')).toBe('password');
  expect(await passwordIn(page).getAttribute('autocomplete')).toBe('current-password');
  await passwordIn(page).fill('not the password');
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await dialog(page).getByText('The current password is wrong').waitFor();
  await look('password');
  await passwordIn(page).fill(PASSWORD);
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await dialog(page).getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const seed = await dialog(page).getByLabel('Or enter this key in the app').inputValue();
  await look('seed');
  const used = codeOf(seed);
  await dialog(page).getByLabel('Six-digit code').fill(used);
  await dialog(page).getByRole('button', { name: 'Enable' }).click();
  await dialog(page).getByRole('list', { name: 'Recovery codes' }).waitFor();
  const codes = await dialog(page).getByRole('listitem').allTextContents();
  await look('codes');
  await dialog(page).getByRole('button', { name: 'I have saved them' }).click();
  await dialog(page).waitFor({ state: 'hidden' });
  return { seed, used, codes };
};

const signOut = async (page: Page): Promise<void> => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Dana Levi/ })
    .click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
};

const typePassword = async (page: Page, { username, password }: { username: string; password: string }) => {
  await page.getByLabel('User name or e-mail').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

beforeAll(async () => {
  [console_, browser] = await Promise.all([startConsole(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
});

it('switches two-factor sign-in on, signs in with a code, then with a recovery code, and switches it off', async () => {
  const person = await addUser('dana');
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, person, '/profile');
  await openedProfile(page);
  const { seed, used, codes } = await switchOn(page, async (step) => {
    await shoot(page, `two-factor-${step}`);
    expect.soft(await violations(page), step).toEqual([]);
  });
  expect(codes.length).toBe(10);
  await page.getByText('10 recovery codes left').waitFor();
  await shoot(page, 'profile-on');

  await signOut(page);
  await typePassword(page, person);
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  await shoot(page, 'login-code');
  expect.soft(await violations(page), 'the code').toEqual([]);
  await page.getByRole('textbox', { name: 'Code' }).fill(used);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('The code is wrong').waitFor();
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(seed, 1));
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();

  await signOut(page);
  await typePassword(page, person);
  await page.getByRole('textbox', { name: 'Code' }).fill((codes[0] ?? '').toLowerCase());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  await openProfile(page);
  await page.getByText('9 recovery codes left').waitFor();

  await page.getByRole('button', { name: 'Disable' }).click();
  await passwordIn(page).fill(PASSWORD);
  await dialog(page)
    .getByLabel('Code from the app, or a recovery code')
    .fill(codes[0] ?? '');
  await dialog(page).getByRole('button', { name: 'Disable' }).click();
  await dialog(page).getByText('This code is wrong, already used or expired. Enter a new one.').waitFor();
  await dialog(page)
    .getByLabel('Code from the app, or a recovery code')
    .fill(codes[1] ?? '');
  await dialog(page).getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Enable' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

it('can be removed by an administrator on the user’s page', async () => {
  const person = await addUser('lost');
  const theirs = await visit(browser, console_.url);
  await enter(theirs.page, person, '/profile');
  await openedProfile(theirs.page);
  await switchOn(theirs.page);

  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, { username: 'admin', password: 'a long enough pass phrase' }, `/users?q=${person.username}`);
  await page.getByRole('link', { name: `${person.username}@example.com` }).click();
  await page.getByRole('main').getByText('Two-factor', { exact: true }).waitFor();
  // The list behind the page also has a menu in each row, "More actions: …".
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Reset two-factor authentication' }).click();
  await dialog(page).getByText('For users without phone and recovery codes').waitFor();
  await shoot(page, 'user-reset');
  expect.soft(await violations(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Reset two-factor authentication' }).click();
  await page.getByText('Two-factor authentication is off for this user').waitFor();
  await page.getByRole('main').getByText('Two-factor', { exact: true }).waitFor({ state: 'hidden' });
  await signIn(theirs.page, person);
  expect([...faults, ...theirs.faults]).toEqual([]);
  await theirs.context.close();
  await context.close();
});

/** Returns a landscape image created by the browser. */
const makePhoto = async (page: Page): Promise<Buffer> => {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 400;
    const context = canvas.getContext('2d');
    if (!context) return '';
    context.fillStyle = '#2a7';
    context.fillRect(0, 0, 640, 400);
    context.fillStyle = '#fb5';
    context.beginPath();
    context.arc(320, 170, 90, 0, 7);
    context.arc(320, 400, 150, 0, 7);
    context.fill();
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
};

it('uploads a picture, cropped to a square, and shows it in the app bar', async () => {
  const person = await addUser('photo');
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, person, '/profile');
  await openedProfile(page);
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Add picture' }).click(),
    ]);
    await chooser.setFiles({ name, mimeType, buffer });
  };
  await choose('photo.png', 'image/png', Buffer.from('<html>'));
  await page.getByText('The browser cannot open this picture').waitFor();
  await choose('photo.png', 'image/png', await makePhoto(page));
  await dialog(page).getByRole('slider', { name: 'Zoom' }).focus();
  await page.keyboard.press('End');
  await dialog(page).getByLabel('Part of the picture').focus();
  await page.keyboard.press('ArrowUp');
  await shoot(page, 'picture');
  expect.soft(await violations(page), 'crop').toEqual([]);
  await dialog(page).getByRole('button', { name: 'Use picture' }).click();
  await page.getByRole('button', { name: 'Change picture' }).waitFor();
  const shown = page.getByRole('banner').locator('img[src^="/api/avatars/"]');
  await shown.waitFor();
  const size = await shown.evaluate(async (img: HTMLImageElement) => {
    await img.decode();
    return [img.naturalWidth, img.naturalHeight];
  });
  expect(size).toEqual([256, 256]);
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await page.getByRole('button', { name: 'Add picture' }).waitFor();
  await shown.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await context.close();
});

it('changes the e-mail address, the time zone and the clock, and ends the other sessions', async () => {
  const person = await addUser('mover');
  const moved = `${person.username}@elsewhere.example`;
  const other = await visit(browser, console_.url);
  await signIn(other.page, person);
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, person, '/profile');
  await openedProfile(page);
  await page.getByRole('button', { name: 'Change e-mail' }).click();
  await dialog(page).getByLabel('New e-mail').fill('not an address');
  await passwordIn(page).fill(PASSWORD);
  await dialog(page).getByRole('button', { name: 'Change e-mail' }).click();
  await dialog(page).getByText('Enter an e-mail address').waitFor();
  await dialog(page).getByLabel('New e-mail').fill(moved);
  await dialog(page).getByRole('button', { name: 'Change e-mail' }).click();
  await dialog(page).waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByLabel('E-mail', { exact: true }).inputValue()).toBe(moved);

  await page.getByRole('combobox', { name: 'Time zone' }).fill('Asia/Jeru');
  await page.getByRole('option', { name: 'Asia/Jerusalem' }).waitFor();
  // By keyboard, because the notification of the previous change may cover the list.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('Saved').waitFor();

  const halfDays = page.getByText(/\d:\d\d\s[AP]M/);
  await halfDays.first().waitFor();
  await page.getByText('24 hours', { exact: true }).click();
  await expect.poll(() => halfDays.count()).toBe(0);

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await passwordIn(page).fill('not the password');
  await dialog(page).getByRole('button', { name: 'Sign out everywhere else' }).click();
  await dialog(page).getByText('The current password is wrong').waitFor();
  await shoot(page, 'sessions-password');
  await passwordIn(page).fill(PASSWORD);
  await dialog(page).getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText('Your other sessions have ended').waitFor();
  await other.page.goto('/profile');
  await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
  expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Asia/Jerusalem');
  // The clock is stored with the user, so another browser shows it too.
  const second = await visit(browser, console_.url);
  await enter(second.page, { ...person, username: moved }, '/profile');
  await openedProfile(second.page);
  await second.page
    .getByText(/, \d\d:\d\d/)
    .first()
    .waitFor();
  expect(await second.page.getByText(/\d:\d\d\s[AP]M/).count()).toBe(0);
  await second.context.close();
  expect([...faults, ...other.faults]).toEqual([]);
  await other.context.close();
  await context.close();
});

it('names the administrator as contact for a forgotten password if the console sends no e-mail', async () => {
  const { page, context, faults } = await visit(browser, console_.url);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await page.getByLabel('User name or e-mail').fill('whoever');
  expect.soft(await violations(page), 'forgot').toEqual([]);
  await shoot(page, 'forgot');
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('heading', { name: 'Ask your administrator' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

const OWN_NAMES = { en: 'English', he: 'עברית' } as const;

it.each([
  { language: 'en', dark: false, width: 1440 },
  { language: 'he', dark: true, width: 1440 },
  { language: 'en', dark: true, width: 360 },
  { language: 'he', dark: false, width: 360 },
] as const)('fits in $language at $width px, dark: $dark', async ({ language, dark, width }) => {
  const person = await addUser(`look-${language}-${width}`);
  const { page, context, faults } = await visit(browser, console_.url, { dark, height: 800 });
  await signIn(page, person);
  await page.setViewportSize({ width, height: 800 });
  await openProfile(page);
  await switchOn(page);
  if (language !== 'en') {
    await page.getByRole('main').getByText(OWN_NAMES[language], { exact: true }).click();
    await page.waitForFunction((l) => document.documentElement.lang === l, language);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(300);
  }
  // Waits for the notification to close.
  await page.waitForTimeout(500);
  await shoot(page, `profile-${language}-${width}${dark ? '-dark' : ''}`);
  expect(await violations(page)).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide, 'nothing stands out sideways').toBeLessThanOrEqual(0);
  expect(faults).toEqual([]);
  await context.close();
});
