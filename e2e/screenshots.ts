// Takes the screenshots of docs/start/screens.md and the README from a demo with a fixed seed. Run it by hand:
//   node_modules/.bin/node e2e/screenshots.ts [folder]
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import type { Visit } from './browser/chromium.ts';
import { openBrowser, visit } from './browser/chromium.ts';
import { signIn } from './browser/sign-in.ts';
import { SIGN_INS, setStage } from './browser/stage.ts';
import { startConsole } from './lab/console.ts';
import { createCable } from './lab/cut-proxy.ts';
import { sleep } from './lab/lab.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const FOLDER = process.argv[2] ?? join(ROOT, 'docs/screenshots');
/** Limit in bytes, because the images are in the repository's history. */
const MOST_BYTES = 150_000;

interface Demo {
  readonly url: string;
  readonly administrator: { readonly username: string; readonly password: string };
  close(): Promise<void>;
}

const startDemo = async (): Promise<Demo> => {
  const child = spawn(process.execPath, [join(ROOT, 'bin/start.mjs'), '--demo'], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => child.on('exit', () => done()));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  let url: string | undefined;
  // The pictures of reports need the past days.
  while (!(url = /^ready: (\S+)/m.exec(said)?.[1]) || !/^history: complete/m.test(said)) {
    if (child.exitCode !== null) throw new Error(`The demo did not start:\n${said}`);
    await sleep(200);
  }
  const [, username = '', password = ''] = /^sign-in: administrator (\S+) (\S+)/m.exec(said) ?? [];
  return {
    url,
    administrator: { username, password },
    close: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
};

/** Saves a WebP image with the highest quality that fits the limit. A PNG would be three times the size. */
const shoot = async (page: Page, name: string): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  for (const quality of [86, 75, 60]) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
    const picture = Buffer.from(data, 'base64');
    if (picture.length > MOST_BYTES && quality > 60) continue;
    writeFileSync(join(FOLDER, `${name}.webp`), picture);
    console.log(`${name}.webp ${Math.round(picture.length / 1000)} kB`);
    break;
  }
  await session.detach();
};

const DASHBOARD = '/dashboard?sort=waiting';
const cards = (page: Page): Promise<void> => page.getByRole('article').first().waitFor();

/** Opens the page and waits for figures, flags and fonts. */
const go = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  if (path.startsWith('/dashboard')) await cards(page);
  await page.waitForTimeout(1500);
};

const inHebrew = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('menuitem', { name: 'עברית' }).click();
  await page.waitForFunction(() => document.documentElement.dir === 'rtl');
};

const enter = async (browser: Browser, demo: Demo, url: string, looks: Parameters<typeof visit>[2] = {}) => {
  const seen: Visit = await visit(browser, url, { width: 1440, height: 1000, ...looks });
  await signIn(seen.page, demo.administrator);
  return seen;
};

const pages = async (browser: Browser, demo: Demo): Promise<void> => {
  const { page, context } = await visit(browser, demo.url, { width: 1440, height: 900 });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await shoot(page, 'login');
  await signIn(page, demo.administrator);
  await go(page, '/');
  await shoot(page, 'home');
  await go(page, '/users');
  await shoot(page, 'users');
  await go(page, '/callcenters');
  await page.getByRole('link', { name: 'Atención al paciente' }).click();
  await page.getByText('Citas médicas').first().waitFor();
  await shoot(page, 'call-center');
  await go(page, '/endpoints');
  await page
    .getByRole('button', { name: /Madrid 1/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Test connection' }).click();
  const verdict = page.getByText(/Asterisk 22/).last();
  await verdict.waitFor();
  await page.waitForTimeout(1000);
  await verdict.scrollIntoViewIfNeeded();
  await shoot(page, 'endpoint-test');
  await page.route('**/api/user', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.goto('/users');
  await page.getByRole('alert').getByText('503').waitFor();
  await shoot(page, 'error');
  await context.close();
};

const dashboards = async (browser: Browser, demo: Demo): Promise<void> => {
  const light = await enter(browser, demo, demo.url);
  // 15 seconds of calls, so that the voice quality charts have data.
  await go(light.page, DASHBOARD);
  await light.page.waitForTimeout(15_000);
  await shoot(light.page, 'dashboard');
  await go(light.page, '/dashboard?queue=aurora-citas');
  await shoot(light.page, 'queue');
  await light.context.close();
  const dark = await enter(browser, demo, demo.url, { dark: true });
  await go(dark.page, DASHBOARD);
  const toDark = dark.page.getByRole('button', { name: 'Switch to dark colors' });
  if (await toDark.isVisible()) await toDark.click();
  await dark.page.waitForTimeout(800);
  await shoot(dark.page, 'dashboard-dark');
  const toLight = dark.page.getByRole('button', { name: 'Switch to light colors' });
  await toLight.click();
  await dark.page.waitForTimeout(800);
  await dark.context.close();
  const phone = await enter(browser, demo, demo.url);
  await phone.page.setViewportSize({ width: 390, height: 844 });
  await go(phone.page, DASHBOARD);
  await shoot(phone.page, 'dashboard-phone');
  await go(phone.page, '/dashboard?queue=aurora-citas');
  await shoot(phone.page, 'queue-phone');
  await phone.context.close();
};

/** The dashboard while the browser has lost its WebSocket. */
const reconnecting = async (browser: Browser, demo: Demo): Promise<void> => {
  const { hostname, port } = new URL(demo.url);
  const cable = await createCable(hostname, Number(port));
  const { page, context } = await enter(browser, demo, `http://127.0.0.1:${cable.port}`, { height: 800 });
  await go(page, DASHBOARD);
  cable.cut();
  await page.getByText('Reconnecting').first().waitFor();
  await shoot(page, 'reconnecting');
  cable.mend();
  await page.getByText('Live', { exact: true }).waitFor();
  await context.close();
  await cable.close();
};

const hebrew = async (browser: Browser, demo: Demo): Promise<void> => {
  const { page, context } = await enter(browser, demo, demo.url);
  await go(page, DASHBOARD);
  await inHebrew(page);
  await page.waitForTimeout(1500);
  await shoot(page, 'dashboard-hebrew');
  // The language is stored with the user, and later screenshots use the same user.
  await page
    .getByRole('button', { name: /English|עברית|HE/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.waitForTimeout(500);
  await context.close();
};

/** The demo's PBX runs inside the demo process. This stage has a PBX that the script can shut down. */
const away = async (browser: Browser): Promise<void> => {
  const stage = await setStage();
  stage.call('acme-sales', { number: '+442079460958', name: 'Ivy Irwin' });
  stage.call('acme-support', { number: '+34912345678', name: 'José Núñez' });
  stage.call('globex-orders', { number: '+97221234567', name: 'שרה כהן' });
  const { page, context } = await visit(browser, stage.url, { width: 1440, height: 1000 });
  await signIn(page, SIGN_INS.administrator);
  await go(page, '/dashboard?queue=acme-sales');
  await stage.pbx.shut();
  await page.locator('article[data-stale]').first().waitFor();
  await page.waitForTimeout(9000);
  await shoot(page, 'pbx-away');
  await context.close();
  await stage.close();
};

const emptiness = async (browser: Browser): Promise<void> => {
  const console_ = await startConsole();
  const { page, context } = await visit(browser, console_.url, { width: 1440, height: 800 });
  await signIn(page, SIGN_INS.administrator);
  await page.goto('/dashboard');
  await page.waitForTimeout(2000);
  await shoot(page, 'empty');
  await context.close();
  await console_.close();
};

const demonstrated = async (browser: Browser): Promise<void> => {
  const demo = await startDemo();
  try {
    await dashboards(browser, demo);
    await hebrew(browser, demo);
    await pages(browser, demo);
    await reconnecting(browser, demo);
  } finally {
    await demo.close();
  }
};

const run = async (): Promise<void> => {
  mkdirSync(FOLDER, { recursive: true });
  const browser = await openBrowser();
  try {
    if (!process.argv.includes('--without-demo')) await demonstrated(browser);
    await away(browser);
    await emptiness(browser);
  } finally {
    await browser.close();
  }
};

await run();
