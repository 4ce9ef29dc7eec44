// Tests `ringside import cdr` with a database: importing a Master.csv of Asterisk twice, and invalid options.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { truthOf } from '../../../lab/transcripts.ts';
import { PASSWORD, startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { runCommand } from './run-command.ts';

const MASTER = truthOf('08-transfers-redirect-park-bridge', 'cdr-csv/Master.csv').trim();
const LINES = MASTER.split('\n').length;

let running: TestConsole;
let folder: string;
let serverId: number;

const ringside = (command: string, options: Record<string, string>) =>
  runCommand({ ...running.deps }, { command, options });
const fileWith = (text: string): string => {
  const path = join(folder, 'Master.csv');
  writeFileSync(path, text);
  return path;
};

beforeAll(async () => {
  running = await startTestConsole();
  folder = mkdtempSync(join(tmpdir(), 'ringside-import-cdr-'));
  await ringside('user create', { username: 'root', role: 'administrator', password: PASSWORD });
  const server = { name: 'PBX 1', amiHost: '127.0.0.1', amiPort: 9, amiUsername: 'c', amiSecret: 's', enabled: false };
  const made = await running.call(await running.signIn('root'), 'POST', '/endpoints', server);
  serverId = made.body.id as number;
});
afterAll(async () => {
  await running?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('ringside import cdr', () => {
  it('stores every record once and reports lines that it could not read', async () => {
    const file = fileWith(`${MASTER}\n\nnot,a,record\n`);
    const options = { file, server: 'pbx 1', 'time-zone': 'Etc/GMT-2' };
    expect(await ringside('import cdr', options)).toEqual({
      ok: true,
      lines: [
        `line ${LINES + 2}: 3 columns where Asterisk writes at least 16`,
        `imported for PBX 1, times in Etc/GMT-2: ${LINES + 1} lines, ${LINES} new, 0 known, 1 fault`,
      ],
    });
    // Import again, by server ID: nothing is new.
    expect(await ringside('import cdr', { ...options, server: String(serverId) })).toMatchObject({
      ok: true,
      lines: [expect.any(String), expect.stringContaining(`0 new, ${LINES} known, 1 fault`)],
    });
    const { rows } = await sql<{ n: number; first: Date }>`
      select count(*)::int as n, min(start_at) as first from cdr_legs`.execute(running.deps.db);
    expect(rows[0]?.n).toBe(LINES);
    expect(rows[0]?.first.toISOString()).toMatch(/^2026-11-21T01:/);
  });

  it.each([
    [{ server: 'PBX 1' }, '--file: is required: a Master.csv, a queue_log or a dump, before the options'],
    [{ file: '/dev/null' }, '--server: is required: the name or id of a PBX server'],
    [{ file: '/dev/null', server: 'PBX 2' }, '--server: there is no PBX server PBX 2'],
    [{ file: '/dev/null', server: '99999999999' }, '--server: there is no PBX server 99999999999'],
    [
      { file: '/dev/null', server: 'PBX 1', 'time-zone': 'Mars/North' },
      '--time-zone: should be a time zone, as Europe/Madrid',
    ],
    [{ file: '/nowhere/Master.csv', server: 'PBX 1' }, '/nowhere/Master.csv: there is no such file'],
    [{ file: tmpdir(), server: 'PBX 1' }, `${tmpdir()}: is no file`],
  ])('refuses %o', async (options, line) => {
    expect(await ringside('import cdr', options as Record<string, string>)).toEqual({ ok: false, lines: [line] });
  });

  it('fails for a file without any valid record', async () => {
    const done = await ringside('import cdr', { file: fileWith('a,b\nc,d\n'), server: 'PBX 1' });
    expect(done).toMatchObject({ ok: false });
    expect(done.lines).toHaveLength(3);
  });
});
