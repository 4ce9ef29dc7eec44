// Lighthouse scores for accessibility and best practices of a running console. Run it by hand; Lighthouse is not a dependency:
//   npm install --no-save lighthouse@13.5.0
//   node_modules/.bin/node e2e/lighthouse.mjs URL USERNAME PASSWORD /customers /profile …
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from '../bin/find-chromium.mjs';

// Imported through a variable, so that static checks pass without the package.
const TOOL = 'lighthouse';
const { default: lighthouse } = await import(TOOL);

const [url, username, password, ...paths] = process.argv.slice(2);

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

const port = await freePort();
const profile = mkdtempSync(join(tmpdir(), 'ringside-lighthouse-'));
const context = await chromium.launchPersistentContext(profile, {
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', `--remote-debugging-port=${port}`],
});

const audit = async (path) => {
  const { lhr } = await lighthouse(url + path, {
    port,
    onlyCategories: ['accessibility', 'best-practices'],
    // Keeps the session.
    disableStorageReset: true,
    formFactor: 'desktop',
    screenEmulation: { disabled: true },
    throttlingMethod: 'provided',
  });
  const scores = Object.values(lhr.categories).map((c) => `${c.id} ${Math.round(c.score * 100)}`);
  const lacking = Object.values(lhr.audits).filter((a) => a.score !== null && a.score < 1);
  console.log(path, scores.join(', '), lacking.map((a) => a.id).join(' '));
};

await audit('/login');
const page = await context.newPage();
await page.goto(`${url}/login`);
await page.getByLabel('User name or e-mail').fill(username);
await page.getByRole('textbox', { name: 'Password' }).fill(password);
await page.getByRole('button', { name: 'Sign in' }).click();
await page.waitForURL((at) => !at.pathname.startsWith('/login'));
for (const path of paths) await audit(path);
await context.close();
rmSync(profile, { recursive: true, force: true });
