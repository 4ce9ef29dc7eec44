// Features of every list and form, in two languages and two themes: stored columns and density, bulk changes, export and import, edit
// conflicts, unsaved changes, and use on a phone. RINGSIDE_SHOTS=folder stores screenshots of each step.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import { violations } from './axe.ts';
import type { Visit } from './chromium.ts';
import { openBrowser, visit } from './chromium.ts';
import { enter } from './sign-in.ts';
import { SIGN_INS } from './stage.ts';

type Words = Readonly<Record<string, unknown>>;
const LOCALES = new URL('../../web/src/locales/', import.meta.url);
const wordsOf = (language: string, namespace: string): Words =>
  JSON.parse(readFileSync(new URL(`${language}/${namespace}.json`, LOCALES), 'utf8')) as Words;

/** Returns the text at a dotted key, with its values filled in. */
const wording =
  (language: string, namespace: string) =>
  (key: string, values: Readonly<Record<string, string>> = {}): string => {
    const found = key.split('.').reduce<unknown>((at, part) => (at as Words)[part], wordsOf(language, namespace));
    return String(found).replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  };

const LOOKS = [
  { language: 'en', ownName: 'English', dark: false },
  { language: 'he', ownName: 'עברית', dark: true },
] as const;

/** A retry of the test would find the rows of the first attempt. */
const mark = (): string => Date.now().toString(36);

let console_: RunningConsole;
let browser: Browser;
beforeAll(async () => {
  [console_, browser] = await Promise.all([startConsole(), openBrowser()]);
  const rows = [
    ...Array.from({ length: 30 }, (_, i) => `many-${i + 10},Customer ${i + 10},active`),
    ...Array.from({ length: 150 }, (_, i) => `zone-${i + 100},Zone ${i + 100},active`),
  ];
  await console_.api.call('POST', '/customers/import', { csv: ['code,name,status', ...rows].join('\n') });
});
afterAll(async () => {
  await browser?.close();
  await console_?.close();
});

describe.each(LOOKS)('lists and forms in $language, dark: $dark', ({ language, ownName, dark }) => {
  const t = wording(language, 'common');
  const c = wording(language, 'customer');
  let seen: Visit;
  let page: Page;

  const look = async (name: string): Promise<void> => {
    const folder = process.env['RINGSIDE_SHOTS'];
    if (folder) await page.screenshot({ path: join(folder, `tables-${name}-${language}.png`) });
    expect.soft(await violations(page), name).toEqual([]);
  };
  const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
  const heading = (field: string) => page.getByRole('columnheader', { name: c(`fields.${field}`) });
  const open = async (path: string): Promise<void> => {
    await page.goto(path);
    await page.locator('main').getByRole('heading', { level: 1 }).waitFor();
  };

  beforeAll(async () => {
    await console_.api.call('PATCH', '/user', { language: 'en' });
    seen = await visit(browser, console_.url, { dark });
    ({ page } = seen);
    await enter(page, SIGN_INS.administrator);
    if (language !== 'en') {
      await page.getByRole('button', { name: /^Language/ }).click();
      await page.getByRole('menuitem', { name: ownName }).click();
      await page.waitForFunction((l) => document.documentElement.lang === l, language);
    }
  });
  afterAll(() => seen?.context.close());

  it('remembers columns and density', async () => {
    await console_.api.call('PUT', '/user/views', { list: 'customers', columns: null, density: 'comfortable' });
    await open('/customers');
    await heading('parentName').waitFor();
    await button('list.look').click();
    const kept = page.waitForResponse((r) => r.url().includes('/api/user/views') && r.request().method() !== 'GET');
    await page.getByRole('checkbox', { name: c('fields.parentName'), exact: true }).uncheck();
    await heading('parentName').waitFor({ state: 'detached' });
    await kept;
    const denser = page.waitForResponse((r) => r.url().includes('/api/user/views') && r.request().method() !== 'GET');
    await page.getByText(t('list.densities.compact'), { exact: true }).click();
    await denser;
    await look('columns');
    await page.reload();
    await page.getByRole('cell', { name: 'many-10', exact: true }).waitFor();
    await heading('parentName').waitFor({ state: 'detached' });
    await button('list.look').click();
    expect(await page.getByRole('radio', { name: t('list.densities.compact') }).isChecked()).toBe(true);
    await button('list.ownColumns').click();
    await heading('parentName').waitFor();
    await page.getByText(t('list.densities.comfortable'), { exact: true }).click();
  });

  it('changes the status of several rows', async () => {
    await open('/customers?q=Customer+1&perPage=10');
    for (const n of [11, 12])
      await page.getByRole('checkbox', { name: t('bulk.choose', { name: `Customer ${n}` }) }).check();
    await look('chosen');
    await button('bulk.status').click();
    const status = language === 'en' ? 'suspended' : 'active';
    await page.getByRole('menuitem', { name: c(`options.status.${status}`) }).click();
    // The consequence is shown before the confirmation.
    if (status === 'suspended') await button('bulk.confirm').click();
    await page.getByRole('region', { name: t('bulk.title') }).waitFor({ state: 'detached' });
    for (const n of [11, 12]) {
      const row = page.getByRole('row').filter({ hasText: `Customer ${n}` });
      await row.getByText(c(`options.status.${status}`), { exact: true }).waitFor();
    }
    await look('changed');
  });

  it('exports the filtered list', async () => {
    await open('/customers?q=Customer+2&sort=name');
    await button('list.export').click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: t('list.exportAs.csv') }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines[0]?.replace('\ufeff', '').split(',').slice(0, 3)).toEqual([
      c('fields.name'),
      c('fields.code'),
      c('fields.status'),
    ]);
    expect(lines.length).toBe(11);
    expect(lines[1]).toContain('Customer 20');
  });

  it("resolves another user's change field by field", async () => {
    const code = `met-${language}-${mark()}`;
    const made = await console_.api.call<{ id: string }>('POST', '/customers', { code, name: `Before ${code}` });
    await open(`/customers/${made.id}?tab=settings`);
    await page.getByRole('textbox', { name: c('fields.name'), exact: true }).fill(`Mine ${code}`);
    await page.getByRole('textbox', { name: c('fields.contactName'), exact: true }).fill('Mine');
    await console_.api.call('PATCH', `/customers/${made.id}`, {
      name: `Theirs ${code}`,
      contactName: 'Theirs',
      taxId: '7',
    });
    await page.locator('form button[type=submit]').click();
    const dialog = page.getByRole('dialog', { name: t('conflict.title') });
    await dialog.getByText(`Theirs ${code}`).waitFor();
    await dialog.getByText(`Mine ${code}`).waitFor();
    await look('conflict');
    const contact = dialog.getByRole('radiogroup', { name: c('fields.contactName') });
    await contact.getByRole('radio', { name: t('conflict.theirs') }).check();
    await dialog.getByRole('button', { name: t('conflict.go') }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('form button[type=submit]').click();
    await page.getByText(t('form.saved'), { exact: true }).waitFor();
    const kept = await console_.api.call('GET', `/customers/${made.id}`);
    expect(kept).toMatchObject({ name: `Mine ${code}`, contactName: 'Theirs', taxId: '7' });
  });

  it('asks before changes are lost', async () => {
    await page.goto('/customers?form=new');
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: c('fields.name'), exact: true })
      .fill('Half typed');
    await page.keyboard.press('Escape');
    const dialog = page.getByRole('dialog', { name: t('form.unsaved') });
    await dialog.waitFor();
    await look('unsaved');
    await dialog.getByRole('button', { name: t('actions.stay') }).click();
    expect(await page.getByRole('textbox', { name: c('fields.name'), exact: true }).inputValue()).toBe('Half typed');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: t('actions.leave') }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await console_.api.call<{ meta: { total: number } }>('GET', '/customers?q=Half')).meta.total).toBe(0);
  });

  it('sends a form once, even if the button is pressed repeatedly', async () => {
    const code = `once-${language}-${mark()}`;
    const asked: string[] = [];
    const note = (request: { method(): string; url(): string }): void => {
      if (request.method() === 'POST' && request.url().endsWith('/api/customers')) asked.push(request.url());
    };
    page.on('request', note);
    await page.goto('/customers?form=new');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: c('fields.code'), exact: true }).fill(code);
    await dialog.getByRole('textbox', { name: c('fields.name'), exact: true }).fill(`Once ${code}`);
    await dialog.locator('button[type=submit]').evaluate((save: HTMLButtonElement) => {
      for (let press = 0; press < 3; press++) save.click();
    });
    await dialog.waitFor({ state: 'detached' });
    page.off('request', note);
    expect(asked).toHaveLength(1);
    expect((await console_.api.call<{ meta: { total: number } }>('GET', `/customers?q=${code}`)).meta.total).toBe(1);
  });

  it('renders only the visible rows of a long list', async () => {
    await open('/customers?perPage=250&sort=-code');
    const first = page.getByRole('cell', { name: 'zone-249', exact: true });
    await first.waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(120);
    const last = page.getByRole('cell', { name: 'zone-100', exact: true });
    expect(await last.count()).toBe(0);
    await first.hover();
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, 400);
          return last.count();
        },
        { timeout: 30_000, interval: 50 },
      )
      .toBe(1);
  });

  it('imports a file: shows its errors first, then imports the rows', async () => {
    await open('/customers');
    await button('import.action').click();
    const dialog = page.getByRole('dialog');
    const give = (name: string, text: string) =>
      dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: t('import.template') }).click(),
    ]);
    expect(readFileSync(await template.path(), 'utf8')).toMatch(/^\ufeff"code","name","status",/);
    await give('wrong.csv', `code,name,status,shade\nBAD CODE,x,asleep,red\nmany-10,Taken,active,red\n`);
    const faults = dialog.getByRole('region', { name: t('import.table') });
    await faults
      .getByRole('row')
      .filter({ hasText: c('fields.status') })
      .waitFor();
    expect(
      await faults
        .getByRole('row')
        .filter({ hasText: c('fields.code') })
        .count(),
    ).toBe(2);
    expect(await dialog.getByRole('button', { name: t('import.write') }).isDisabled()).toBe(true);
    await look('import-faults');
    // The column headings of an export, in the user's language.
    const own = `imp-${language}-${mark()}`;
    const head = [c('fields.code'), c('fields.name'), 'shade'].join(';');
    await give('right.csv', `${head}\n${own}-1;First ${own};x\n${own}-2;Second ${own};x\n`);
    await dialog.getByText('shade').waitFor();
    await look('import-ready');
    await dialog.getByRole('button', { name: t('import.write') }).click();
    await dialog
      .getByRole('button', { name: t('actions.close'), exact: true })
      .last()
      .click();
    await open(`/customers?q=${own}`);
    await page.getByRole('cell', { name: `${own}-2`, exact: true }).waitFor();
  });

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await open('/customers?q=Customer');
    await page.getByRole('link', { name: 'Customer 10', exact: true }).waitFor();
    expect(await width()).toBeLessThanOrEqual(360);
    await look('phone');
    await page.getByRole('checkbox', { name: t('bulk.choose', { name: 'Customer 10' }) }).check();
    await look('phone-chosen');
    await button('import.action').click();
    await page.getByRole('dialog').getByText(t('import.hint')).waitFor();
    await look('phone-import');
    expect(await width()).toBeLessThanOrEqual(360);
    expect(seen.faults).toEqual([]);
  });
});
