// Every page shows a notice while the console restarts, is upgraded, or a reverse proxy answers instead of it.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { Cable } from '../lab/cut-proxy.ts';
import { createCable } from '../lab/cut-proxy.ts';
import { openBrowser, visit } from './chromium.ts';
import { expectFits } from './hebrew-phone.ts';
import { keepPicture } from './keep-picture.ts';
import { enter } from './sign-in.ts';
import { SIGN_INS } from './stage.ts';

let console_: RunningConsole;
let browser: Browser;
let cable: Cable;
let url: string;

/** This user has no live data, and so no live connection. */
const CLERK = { username: 'clerk', password: 'a pass phrase of the desk' };

beforeAll(async () => {
  [console_, browser] = await Promise.all([startConsole(), openBrowser()]);
  const { hostname, port } = new URL(console_.url);
  cable = await createCable(hostname, Number(port));
  url = `http://127.0.0.1:${cable.port}`;
  await console_.api.call('POST', '/users', { ...CLERK, role: 'billing', email: 'clerk@host.example' });
  await console_.api.call('POST', '/customers', { code: 'acme', name: 'Acme Ltd.' });
});
afterAll(async () => {
  await browser?.close();
  await cable?.close();
  await console_?.close();
});

const notice = (page: Page) => page.locator('[data-connection]');
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });

it('reports on a page without live data that the console is unreachable, until it returns', async () => {
  const { page, context } = await visit(browser, url);
  await enter(page, SIGN_INS.administrator, '/customers');
  await page.getByRole('link', { name: 'Acme Ltd.' }).waitFor();
  cable.cut();
  await notice(page).getByText('The connection to the console is lost.').waitFor();
  await expectFits(page);
  await keepPicture(page, 'console-away');
  cable.mend();
  await notice(page).waitFor({ state: 'detached' });
  await context.close();
});

it('reports it to a user without a live connection at the first request, and shows the page after the return', async () => {
  const { page, context } = await visit(browser, url);
  await enter(page, CLERK, '/customers');
  await page.getByRole('link', { name: 'Acme Ltd.' }).waitFor();
  cable.cut();
  await menu(page).getByRole('link', { name: 'Plans' }).click();
  await notice(page).getByText('The connection to the console is lost.').waitFor();
  cable.mend();
  await notice(page).getByRole('button', { name: 'Connect now' }).click();
  await notice(page).waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'Plans' }).waitFor();
  await context.close();
});

const HTML = { contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' };

it('treats the error page of a reverse proxy as an unreachable console', async () => {
  const { page, context } = await visit(browser, url);
  await enter(page, CLERK, '/customers');
  await page.getByRole('link', { name: 'Acme Ltd.' }).waitFor();
  await page.route(/\/(api\/|healthz)/, (route) => route.fulfill({ status: 502, ...HTML }));
  await page.getByRole('searchbox').first().fill('acme');
  await notice(page).waitFor();
  expect(await page.getByText('Bad Gateway').count()).toBe(0);
  await page.unroute(/\/(api\/|healthz)/);
  await notice(page).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Acme Ltd.' }).waitFor();
  await context.close();
});

describe('a reverse proxy that rejects an upload with its own page', () => {
  const WORDS = {
    en: ['Import', /too large for the console, or for the proxy/, /starting or restarting/, /timed out/],
    es: ['Importar', /demasiado grande para la consola o para el proxy/, /arrancando o reiniciándose/, /a tiempo/],
    fr: ['Importer', /trop volumineux pour la console ou pour le proxy/, /démarre ou redémarre/, /à temps/],
    he: ['ייבוא', /גדולים מדי עבור המערכת, או עבור שרת הפרוקסי/, /עולה או מופעלת מחדש/, /לא קיבל תשובה בזמן/],
  } as const;

  it.each(Object.entries(WORDS))('is translated: %s', async (language, [button, ...words]) => {
    const { page, context } = await visit(browser, url, {
      dark: language === 'he',
      ...(language === 'he' ? { width: 360 } : {}),
    });
    await enter(page, SIGN_INS.administrator, '/customers');
    await console_.api.call('PATCH', '/user', { language });
    await page.reload();
    await page.waitForFunction((l) => document.documentElement.lang === l, language);
    await page.getByRole('button', { name: button, exact: true }).click();
    const dialog = page.getByRole('dialog');
    for (const [i, status] of [413, 502, 504].entries()) {
      await page.route('**/api/customers/import*', (route) => route.fulfill({ status, ...HTML }));
      const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from('code,name\nx,X\n') };
      await dialog.locator('input[type=file]').setInputFiles(file);
      await dialog.getByRole('alert').getByText(words[i]!).waitFor();
      if (i === 0) await keepPicture(page, `upload-refused-${language}`);
      await page.unroute('**/api/customers/import*');
    }
    expect(await page.getByText('Bad Gateway').count()).toBe(0);
    await console_.api.call('PATCH', '/user', { language: 'en' });
    await context.close();
  });
});

it('offers a new version after the return of the console, and keeps an unsaved form', async () => {
  const { page, context, faults } = await visit(browser, url);
  let isUpgraded = false;
  let welcomes = 0;
  await page.routeWebSocket(/\/realtime/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      if (String(message).includes('"Build"')) welcomes++;
      socket.send(isUpgraded ? String(message).replace(/"Build":"[^"]*"/, '"Build":"0.2.0-other"') : message);
    });
  });
  await enter(page, SIGN_INS.administrator, '/customers?form=new');
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Half a customer');
  await expect.poll(() => welcomes).toBe(1);
  isUpgraded = true;
  cable.cut();
  await notice(page).getByText('is lost').waitFor();
  cable.mend();
  await notice(page).getByText('A new version is available.').waitFor();
  await keepPicture(page, 'new-version');
  expect(await name.inputValue()).toBe('Half a customer');
  // The browser asks before it discards typed text.
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  expect(await name.inputValue()).toBe('Half a customer');
  // Without unsaved changes it reloads at once.
  await name.fill('');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  const loaded = page.waitForEvent('load');
  await notice(page).getByRole('button', { name: 'Reload' }).click();
  await loaded;
  expect(faults).toEqual([]);
  await context.close();
});
