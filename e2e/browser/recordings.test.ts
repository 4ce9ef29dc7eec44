// Recordings: waveform, seeking by mouse and keyboard, the next recording, download, legal hold, and the recording source of a PBX.
// RINGSIDE_SHOTS=folder stores screenshots.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tone } from '../../server/src/calls/recordings/testing/tone.ts';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { LabSetup } from '../lab/tenants.ts';
import { setUpTenants } from '../lab/tenants.ts';
import { violations } from './axe.ts';
import { openBrowser, visit } from './chromium.ts';
import { enter } from './sign-in.ts';
import { SIGN_INS } from './stage.ts';

const RINGSIDE = join(import.meta.dirname, '../../server/bin/ringside.mjs');
const SECONDS = 20;

let console_: RunningConsole;
let browser: Browser;
let folder: string;
let house: LabSetup;

/** Two calls in the format of Asterisk's CDR table, each with a recording. */
const DUMP = `CREATE TABLE \`cdr\` (\`calldate\` datetime, \`clid\` varchar(80), \`src\` varchar(80), \`dst\` varchar(80), \`dcontext\` varchar(80),
  \`channel\` varchar(80), \`dstchannel\` varchar(80), \`lastapp\` varchar(80), \`lastdata\` varchar(80), \`duration\` int, \`billsec\` int,
  \`disposition\` varchar(45), \`amaflags\` int, \`accountcode\` varchar(20), \`uniqueid\` varchar(32), \`linkedid\` varchar(32),
  \`sequence\` int, \`recordingfile\` varchar(255));
${['one', 'two']
  .map(
    (
      name,
      i,
    ) => `INSERT INTO \`cdr\` VALUES ('2026-11-20 10:0${i}:00','"Ivy" <+1212555010${i}>','+1212555010${i}','+12025550101','did',
  'PJSIP/carrier-0000000${i}','PJSIP/acme-101-0000000${i}','Queue','acme-sales,tT',${SECONDS},${SECONDS},'ANSWERED',3,'acme','pbx1-179520000${i}.${i}',
  'pbx1-179520000${i}.${i}',${i},'/var/spool/asterisk/recording/acme/${name}.wav');`,
  )
  .join('\n')}
`;

const importCalls = async (data: string): Promise<void> => {
  const file = join(folder, 'dump.sql');
  writeFileSync(file, DUMP);
  const child = spawn(process.execPath, [RINGSIDE, 'import', 'dump', file, '--server', 'North', '--time-zone', 'UTC'], {
    env: { ...process.env, RINGSIDE_DATA: data },
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(out, err).toContain('2 new');
};

const look = async (page: Page, name: string): Promise<void> => {
  const shots = process.env['RINGSIDE_SHOTS'];
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`) });
  expect.soft(await violations(page), name).toEqual([]);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringside-recordings-journey-'));
  const data = join(folder, 'data');
  mkdirSync(join(folder, 'sounds/acme'), { recursive: true });
  for (const name of ['one', 'two']) writeFileSync(join(folder, `sounds/acme/${name}.wav`), tone(SECONDS));
  // Independent of an MP3 encoder on this machine: without one, the WAV file is returned at once.
  const settings = {
    ...{ RINGSIDE_DATA: data, RINGSIDE_RECORDINGS: join(folder, 'sounds') },
    RINGSIDE_FFMPEG: '/no/such/program',
  };
  [console_, browser] = await Promise.all([startConsole(settings), openBrowser()]);
  house = await setUpTenants(console_.api, [{ name: 'North', host: '127.0.0.1', port: 9, username: 'u', secret: 's' }]);
  await importCalls(data);
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('are found at the configured source', async () => {
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.administrator, `/endpoints/${house.serverIds[0]}/configuration`);
  const panel = page.getByRole('region', { name: 'Recordings' }).or(page.locator('section', { hasText: 'Storage' }));
  const test = panel.getByRole('button', { name: 'Save and check' });
  await test.click();
  await panel.getByText('The storage answers, but this recording is missing').waitFor();
  await panel.getByLabel('Folder on the PBX server').fill('/var/spool/asterisk/recording');
  await panel.getByRole('switch', { name: 'Console may delete' }).click();
  await test.click();
  await panel.getByText('Found: /var/spool/asterisk/recording/acme/two.wav').waitFor();
  await look(page, 'recordings-source');
  expect(faults).toEqual([]);
  await context.close();
});

it('play from any position and one after another, and can be downloaded and held', async () => {
  const { page, context, faults } = await visit(browser, console_.url);
  await enter(page, SIGN_INS.acme, '/reports/cdr');
  await page.locator('tbody').getByRole('row').first().getByRole('button').click();
  const call = page.getByRole('dialog');
  await call.getByRole('button', { name: 'Listen' }).click();
  const place = call.getByRole('slider', { name: 'Position in the recording' });
  await place.waitFor();
  const at = async () => Number(await place.getAttribute('aria-valuenow'));
  await expect.poll(async () => Number(await place.getAttribute('aria-valuemax'))).toBe(SECONDS);
  await call.getByRole('button', { name: 'Pause' }).click();
  await place.press('End');
  await expect.poll(at).toBe(SECONDS);
  await place.press('Home');
  await place.press('PageUp');
  await place.press('ArrowLeft');
  await expect.poll(at).toBe(SECONDS - 5);
  await place.press('j');
  await expect.poll(at).toBe(SECONDS - 15);
  const box = (await place.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(async () => Math.abs((await at()) - SECONDS / 2)).toBeLessThanOrEqual(1);
  await look(page, 'recordings-player');

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    call.getByRole('button', { name: 'Download recording' }).click(),
  ]);
  expect(readFileSync(await file.path()).equals(tone(SECONDS))).toBe(true);

  await call.getByRole('switch', { name: 'Legal hold' }).click();
  const question = page.getByRole('dialog', { name: 'Legal hold' });
  await question.getByLabel('Reason').fill('Case 7');
  await question.getByRole('button', { name: 'Legal hold' }).click();
  await question.waitFor({ state: 'hidden' });
  await expect.poll(() => call.getByRole('switch', { name: 'Legal hold' }).isChecked()).toBe(true);

  // The next older recording starts automatically.
  const first = page.url();
  await place.press('n');
  await expect.poll(() => page.url()).not.toBe(first);
  await place.waitFor();
  await expect.poll(() => call.getByRole('button', { name: 'Recording after' }).isDisabled()).toBe(true);
  // Back by the button and forward by keys. The newest recording has no previous one.
  await call.getByRole('button', { name: 'Recording before' }).click();
  await expect.poll(() => page.url()).toBe(first);
  await expect.poll(() => call.getByRole('button', { name: 'Recording before' }).isDisabled()).toBe(true);
  await expect.poll(() => call.getByRole('button', { name: 'Pause' }).isVisible()).toBe(true);
  await place.press('n');
  await expect.poll(() => page.url()).not.toBe(first);
  await place.waitFor();
  await place.press('p');
  await expect.poll(() => page.url()).toBe(first);
  expect(faults).toEqual([]);
  await context.close();
});

it('fit a phone in Hebrew', async () => {
  const { page, context, faults } = await visit(browser, console_.url, { dark: true, width: 360 });
  const api = await console_.signIn(SIGN_INS.acme.username, SIGN_INS.acme.password);
  // A retry of the test would find the language of the first attempt.
  await api.call('PATCH', '/user', { language: 'en' });
  await enter(page, SIGN_INS.acme);
  await api.call('PATCH', '/user', { language: 'he' });
  await page.goto('/reports/cdr');
  await page.locator('html[lang=he]').waitFor();
  await page.locator('tbody').getByRole('row').first().getByRole('button').click();
  const call = page.getByRole('dialog');
  await call.getByRole('button', { name: 'האזנה' }).click();
  await call.getByRole('slider', { name: 'מקום בהקלטה' }).waitFor();
  await look(page, 'recordings-he-360');
  await api.call('PATCH', '/user', { language: 'en' });
  expect(faults).toEqual([]);
  await context.close();
});
