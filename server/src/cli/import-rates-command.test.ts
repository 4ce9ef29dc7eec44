import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../platform/db/new-id.ts';
import { startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { runCommand } from './run-command.ts';

const planId = newId();
let server: TestConsole;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringside-rates-'));
  server = await startTestConsole();
  await server.deps.db
    .insertInto('plans')
    .values({ id: planId, name: 'Basic', description: '', status: 'draft', currency: 'EUR' })
    .execute();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const importRates = async (text: string, more: Record<string, string> = {}) => {
  const file = join(folder, 'rates.csv');
  writeFileSync(file, text);
  return runCommand(server.deps, { command: 'import rates', options: { file, plan: 'Basic', ...more } });
};
const rates = () =>
  server.deps.db
    .selectFrom('rates')
    .select(['direction', 'prefix', 'effectiveFrom'])
    .where('planId', '=', planId)
    .orderBy('prefix')
    .execute();

it('checks without writing, then writes, and reports unchanged rates on a repeat', async () => {
  const text = 'prefix;ratePerMinute\n44;0.01\n447;0.10\n';
  const counts = '2 new, 0 changed, 0 as they were';
  expect(await importRates(text, { dryRun: 'true' })).toEqual({
    ok: true,
    lines: [`would import into Basic: ${counts}`],
  });
  expect(await rates()).toEqual([]);
  expect(await importRates(text, { plan: 'bASIC', direction: 'inbound', from: '2027-01-31' })).toEqual({
    ok: true,
    lines: [`imported into Basic: ${counts}`],
  });
  const effectiveFrom = new Date('2027-01-31T00:00:00Z');
  expect(await rates()).toEqual([
    { direction: 'inbound', prefix: '44', effectiveFrom },
    { direction: 'inbound', prefix: '447', effectiveFrom },
  ]);
  expect((await importRates(text, { direction: 'inbound', from: '2027-01-31' })).lines).toEqual([
    'imported into Basic: 0 new, 0 changed, 2 as they were',
  ]);
  const audit = await server.deps.db
    .selectFrom('audit')
    .select(['username', 'userId', 'resourceName'])
    .where('action', '=', 'import-rates')
    .execute();
  expect(audit).toEqual(Array(2).fill({ username: 'command line', userId: null, resourceName: 'Basic' }));
});

it('reports each invalid line and writes nothing', async () => {
  const before = await rates();
  const wrong = await importRates('prefix,ratePerMinute\n33,0.02\n4x,0.10\n34,"0,5"\n33,0.03\n');
  expect(wrong.ok).toBe(false);
  expect(wrong.lines.map((line) => line.replace(/^(line \d+: \w+): .* (\(.*\))$/, '$1 $2'))).toEqual([
    'line 3: prefix (4x)',
    'line 4: ratePerMinute (0,5)',
    'line 5: prefix (33)',
    'nothing was written: 3 rows are wrong',
  ]);
  expect((await importRates('prefix,dance\n1,2\n')).lines).toHaveLength(3);
  const many = await importRates(`prefix,ratePerMinute\n${'x,1\n'.repeat(150)}`);
  expect(many.lines.slice(-2)).toEqual(['… and 50 more', 'nothing was written: 150 rows are wrong']);
  expect(await rates()).toEqual(before);
});

it.each([
  [{ plan: 'Other' }, '--plan: there is no plan Other'],
  [{ file: '/nowhere/rates.csv' }, '/nowhere/rates.csv: there is no such file'],
  [{ from: 'May' }, '--from: should be a date, as 2027-01-31'],
  [{ from: '2027-13-45' }, '--from: should be a date, as 2027-01-31'],
  [{ direction: 'up' }, '--direction: should be one of outbound, inbound'],
])('refuses %j', async (options, line) => {
  expect(await importRates('prefix,ratePerMinute\n33,0.02\n', options)).toEqual({ ok: false, lines: [line] });
});

it('requires a file and a plan', async () => {
  const { lines } = await runCommand(server.deps, { command: 'import rates', options: {} });
  expect(lines.map((line) => line.split(' is required')[0])).toEqual(['--file:', '--plan:']);
});
