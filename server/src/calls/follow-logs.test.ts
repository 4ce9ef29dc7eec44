// Tests following of PBX files on a real database: each call is stored once despite appends and rotation, and an ended gap is filled
// automatically.
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { truthOf } from '../../../lab/transcripts.ts';
import { beginGap, endGap, noteSeen } from './gap/gap-queries.ts';
import { ownersNow } from '../live/owners-now.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { startTwins } from '../testing/start-twins.ts';
import type { World } from '../testing/side.ts';
import { createLogFollower } from './follow-logs.ts';
import { readFollowedLogs } from '../platform/config/followed-logs.ts';
import { importHistory } from './import-history.ts';

const part = (title: string): string[] => truthOf('08-transfers-redirect-park-bridge', title).trim().split('\n');
const MASTER = part('cdr-csv/Master.csv');
const LOG = part('queue_log');

let running: TestConsole;
let world: World;
let folder: string;

beforeAll(async () => {
  ({ server: running, world } = await startTwins());
  folder = mkdtempSync(join(tmpdir(), 'ringside-follow-'));
});
afterAll(async () => {
  await running?.close();
  rmSync(folder, { recursive: true, force: true });
});

const failures: string[] = [];
const follower = (path: string, skewMs = 0) =>
  createLogFollower(
    running.deps.db,
    readFollowedLogs(`${world.a.endpointId}:${path}`) ?? [],
    (error) => failures.push(String(error)),
    () => skewMs,
  );
const legs = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from cdr_legs
    where server_id = ${world.a.endpointId}`.execute(running.deps.db);
  return rows[0]?.n ?? 0;
};

describe('call records', () => {
  it('are read once each: appended, as half a line, rotated, emptied and after a restart', async () => {
    const path = join(folder, 'Master.csv');
    const text = (from: number, to: number): string => `${MASTER.slice(from, to).join('\n')}\n`;
    writeFileSync(path, text(0, 3));
    await follower(path).look(Date.now());
    expect(await legs()).toBe(3);
    // Half a line waits for its end.
    const [whole = ''] = MASTER.slice(3, 4);
    appendFileSync(path, whole.slice(0, 40));
    await follower(path).look(Date.now());
    expect(await legs()).toBe(3);
    appendFileSync(path, `${whole.slice(40)}\n`);
    await follower(path).look(Date.now());
    expect(await legs()).toBe(4);
    // Rotated, with a line that was appended before the PBX switched files.
    appendFileSync(path, text(4, 5));
    renameSync(path, `${path}.1`);
    writeFileSync(path, text(5, 6));
    await follower(path).look(Date.now());
    expect(await legs()).toBe(6);
    // Copied and truncated.
    copyFileSync(path, `${path}.2`);
    truncateSync(path, 0);
    await follower(path).look(Date.now());
    appendFileSync(path, text(6, MASTER.length));
    await follower(path).look(Date.now());
    expect([await legs(), failures]).toEqual([MASTER.length, []]);
  });

  it('are read past invalid lines, which are listed among the imports together with possible losses of a truncated file', async () => {
    const path = join(folder, 'Other.csv');
    const other = (MASTER[0] ?? '').replaceAll(/\d{10}\.\d+/g, (id) => `${id}77`);
    writeFileSync(path, `"","half a line,"x\n${other}\n"not closed, and no call\n`);
    const before = await legs();
    await follower(path).look(Date.now());
    expect([await legs(), failures]).toEqual([before + 1, []]);
    const told = async () =>
      (
        await sql<{
          n: number;
          faults: string;
        }>`select (progress ->> 'faultCount')::integer as n, progress ->> 'faults' as faults
          from history_imports where file_name = ${path}`.execute(running.deps.db)
      ).rows;
    const [first] = await told();
    expect(first?.n).toBe(2);
    expect(first?.faults).toContain('half a line');
    expect(first?.faults).toContain('CSV_QUOTE_NOT_CLOSED');
    // Reported once.
    await follower(path).look(Date.now());
    expect((await told()).map((row) => row.n)).toEqual([2]);
    truncateSync(path, 0);
    await follower(path).look(Date.now());
    const [last, more] = await told();
    expect([last?.n, more]).toEqual([3, undefined]);
    expect(last?.faults).toContain('copytruncate');
  });
});

describe('queues and agents', () => {
  it('are read as soon as a gap has ended, also when the file was rotated during it', async () => {
    const { db } = running.deps;
    const path = join(folder, 'queue_log');
    const at = (line: number): number => Number(LOG[line]?.split('|')[0]) * 1000;
    const half = Math.floor(LOG.length / 2);
    const last = LOG.length - 1;
    const write = (name: string, lines: readonly string[], writtenAt: number): void => {
      writeFileSync(name, `${lines.join('\n')}\n`);
      utimesSync(name, writtenAt / 1000, writtenAt / 1000);
    };
    const id = world.a.endpointId;
    await noteSeen(db, [id], at(1));
    await beginGap(db, id, at(1), 'link');
    const { look } = follower(path);
    write(`${path}.1`, LOG.slice(0, half), at(half - 1));
    write(path, LOG.slice(half), at(last));
    const gap = async () =>
      (
        await sql<{ caught: boolean; stays: number }>`select queues_caught_up_at is not null as caught,
        stays_recovered as stays from pbx_gaps where server_id = ${id}`.execute(db)
      ).rows[0];
    // The gap is still open.
    await look(Date.now());
    expect(await gap()).toEqual({ caught: false, stays: 0 });
    await endGap(db, id, at(last));
    await look(Date.now());
    const found = await gap();
    expect([found?.caught, failures]).toEqual([true, []]);
    expect(found?.stays).toBeGreaterThan(5);
  });

  it('keep the mark of a gap when a rotated file is missing between two others', async () => {
    const { db } = running.deps;
    const path = join(folder, 'thirds', 'queue_log');
    mkdirSync(join(folder, 'thirds'));
    const day = 86_400;
    const later = LOG.map((line) => line.replaceAll(/\b1[78]\d{8}\b/g, (at) => String(Number(at) + day)));
    const at = (line: number): number => Number(later[line]?.split('|')[0]) * 1000;
    const [one, two, last] = [Math.floor(LOG.length / 3), Math.floor((2 * LOG.length) / 3), LOG.length - 1];
    const write = (name: string, from: number, to: number): void => {
      writeFileSync(name, `${later.slice(from, to).join('\n')}\n`);
      utimesSync(name, at(to - 1) / 1000, at(to - 1) / 1000);
    };
    const id = world.a.endpointId;
    await noteSeen(db, [id], at(1));
    await beginGap(db, id, at(1), 'link');
    await endGap(db, id, at(last));
    write(`${path}.2`, 0, one);
    write(path, two, last + 1);
    const caught = async (): Promise<boolean | undefined> =>
      (
        await sql<{ caught: boolean }>`select queues_caught_up_at is not null as caught from pbx_gaps
          where server_id = ${id} order by from_at desc limit 1`.execute(db)
      ).rows[0]?.caught;
    await follower(path).look(at(last) + 21_000);
    expect([await caught(), failures]).toEqual([false, []]);
    // The missing file is found later.
    write(`${path}.1`, one, two);
    await follower(path).look(at(last) + 22_000);
    expect([await caught(), failures]).toEqual([true, []]);
  });

  it('are not read beyond a gap, because live calls may not be stored yet', async () => {
    const { db } = running.deps;
    const path = join(folder, 'busy', 'queue_log');
    mkdirSync(join(folder, 'busy'));
    const second = Math.floor(Date.parse('2026-11-26T10:00:00Z') / 1000);
    const visit = (at: number, call: string): string =>
      `${second + at}|${call}|support|NONE|ENTERQUEUE||5|1\n${second + at + 2}|${call}|support|NONE|ABANDON|1|1|2\n`;
    const id = world.a.endpointId;
    const time = (at: number): number => (second + at) * 1000;
    await noteSeen(db, [id], time(-1));
    await beginGap(db, id, time(-1), 'link');
    await endGap(db, id, time(10));
    writeFileSync(path, visit(0, 'busy-1.1') + visit(40, 'busy-1.2'));
    utimesSync(path, second + 42, second + 42);
    const stored = async (): Promise<readonly string[]> => {
      const { rows } = await sql<{ call: string }>`select event ->> 'uniqueid' as call from live_events
        where kind = 'outcome' and event ->> 'uniqueid' like 'busy-%'`.execute(db);
      return rows.map(({ call }) => call);
    };
    const { look } = follower(path);
    await look(time(15));
    expect(await stored()).toEqual([]);
    await look(time(45));
    expect([await stored(), failures]).toEqual([['busy-1.1'], []]);
  });

  it.each([
    ['five minutes ahead', 300],
    ['five minutes behind', -300],
  ])("are read up to the end of a gap by a clock that is %s, and stored in the console's time", async (name, ahead) => {
    const { db } = running.deps;
    const path = join(folder, name, 'queue_log');
    mkdirSync(join(folder, name));
    const second = Math.floor(Date.parse('2026-11-26T12:00:00Z') / 1000) + ahead * 10;
    const call = `clock${ahead}`;
    const visit = (at: number, n: number): string =>
      ['ENTERQUEUE||5|1', 'ABANDON|1|1|2']
        .map((event, i) => `${second + ahead + at + 2 * i}|${call}.${n}|support|NONE|${event}\n`)
        .join('');
    const id = world.a.endpointId;
    const time = (at: number): number => (second + at) * 1000;
    await noteSeen(db, [id], time(-1));
    await beginGap(db, id, time(-1), 'link');
    await endGap(db, id, time(10));
    writeFileSync(path, `${second + ahead - 5}|NONE|NONE|NONE|QUEUESTART|\n${visit(0, 1)}${visit(40, 2)}`);
    utimesSync(path, second + ahead + 42, second + ahead + 42);
    const { look } = follower(path, ahead * 1000 + 40);
    await look(time(45));
    const { rows } = await sql<{ call: string; at: Date }>`select event ->> 'uniqueid' as call, at from live_events
      where kind = 'outcome' and event ->> 'uniqueid' like ${`${call}.%`}`.execute(db);
    expect(rows.map((row) => [row.call, row.at.getTime()])).toEqual([[`${call}.1`, time(2)]]);
    const { rows: gaps } = await sql`select 1 from pbx_gaps
      where server_id = ${id} and queues_caught_up_at is null and from_at = ${new Date(time(-1))}`.execute(db);
    expect([gaps, failures]).toEqual([[], []]);
  });

  it('report an unknown PBX server', async () => {
    const logs = readFollowedLogs('Nowhere:/tmp/queue_log') ?? [];
    const told: string[] = [];
    await createLogFollower(running.deps.db, logs, (error) => told.push(String(error))).look(Date.now());
    expect(told).toEqual(['Error: RINGSIDE_LOGS: there is no PBX server Nowhere']);
  });
});

describe('a file that was truncated while the console was down', () => {
  const at = (line: number): number => Number(LOG[line]?.split('|')[0]) * 1000;
  const last = LOG.length - 1;
  const half = Math.floor(LOG.length / 2);
  const write = (path: string, lines: readonly string[]): void => {
    writeFileSync(path, `${lines.join('\n')}\n`);
    utimesSync(path, at(last) / 1000, at(last) / 1000);
  };
  const forgetAll = async (): Promise<void> => {
    for (const table of ['live_events', 'queue_facts', 'agent_facts', 'pbx_gaps', 'pbx_seen', 'cdr_legs', 'calls']) {
      await sql`delete from ${sql.table(table)}`.execute(running.deps.db);
    }
  };
  const wasAway = async (): Promise<void> => {
    const { db } = running.deps;
    await noteSeen(db, [world.a.endpointId], at(1));
    await beginGap(db, world.a.endpointId, at(1), 'console');
    await endGap(db, world.a.endpointId, at(last));
  };
  const period = () => `from=${new Date(at(0)).toISOString()}&to=${new Date(at(last) + 1000).toISOString()}`;
  const ask = (path: string) => running.call(world.platform['administrator'] ?? '', 'GET', path);
  /** Returns the gap marks of the charts and of the report's export. */
  const marked = async (): Promise<{ calls: boolean; queues: boolean; inFiles: boolean }> => {
    const { gaps } = (await ask(`/reports/gaps?${period()}`)).body;
    const file = await ask(`/reports/queues?${period()}&timeZone=UTC&groupBy=day&format=csv`);
    const [, ...rows] = file.text.trim().split('\r\n');
    expect(gaps).toHaveLength(1);
    return {
      ...{ calls: gaps[0].calls === null, queues: gaps[0].queues === null },
      inFiles: rows.length > 0 && rows.every((row) => !row.endsWith(',')),
    };
  };

  it('leaves the mark of a queue_log with lost lines until its copy is imported', async () => {
    await forgetAll();
    await wasAway();
    const { db } = running.deps;
    const path = join(folder, 'emptied', 'queue_log');
    mkdirSync(join(folder, 'emptied'));
    // The first half was copied elsewhere and the file restarted empty.
    write(path, LOG.slice(half));
    await follower(path).look(Date.now());
    expect(await marked()).toEqual({ calls: true, queues: true, inFiles: true });
    // The remaining lines of the file are in the reports.
    const { rows } = await sql`select 1 from queue_facts where outcome is not null`.execute(db);
    expect(rows.length).toBeGreaterThan(0);
    const copy = join(folder, 'copy-of-queue_log');
    write(copy, LOG);
    const request = { path: copy, kind: 'queue-log', serverId: world.a.endpointId, timeZone: 'UTC' } as const;
    await importHistory(db, await ownersNow(db), request, Date.now());
    expect(await marked()).toEqual({ calls: true, queues: false, inFiles: false });
    expect(failures).toEqual([]);
  });

  it.each([
    ['is shorter than what was read', 1],
    ['has grown beyond it, to a line’s end at that place', 3],
  ])('leaves the mark of call records when the file %s', async (_, more) => {
    await forgetAll();
    const path = join(folder, `Emptied-${more}.csv`);
    // Lines of equal length with different content. The later ones belong to the time while the console was down.
    const lines = Array.from({ length: 5 }, (_line, i) =>
      (MASTER[0] ?? '')
        .replaceAll(/\d{10}\.\d+/g, (id) => `${id}${more}${i}`)
        .replaceAll('03:47:08', i < 2 ? '03:47:08' : `03:48:3${i}`),
    );
    write(path, lines.slice(0, 2));
    await follower(path).look(Date.now());
    expect(await legs()).toBe(2);
    await wasAway();
    truncateSync(path, 0);
    write(path, lines.slice(2, 2 + more));
    await follower(path).look(Date.now());
    expect([await legs(), failures]).toEqual([2 + more, []]);
    expect(await marked()).toMatchObject({ calls: true });
    const { rows } = await sql<{ faults: string }>`select progress ->> 'faults' as faults from history_imports
      where file_name = ${path}`.execute(running.deps.db);
    expect(rows.map((row) => row.faults)).toEqual([expect.stringContaining('copytruncate')]);
  });
});

describe('the setting', () => {
  it.each([
    ['', []],
    [
      'North:/var/log/asterisk/queue_log, 2:/mnt/pbx 2/Master.csv@Europe/Madrid',
      [
        { server: 'North', path: '/var/log/asterisk/queue_log', kind: 'queue-log', timeZone: 'UTC' },
        { server: '2', path: '/mnt/pbx 2/Master.csv', kind: 'cdr', timeZone: 'Europe/Madrid' },
      ],
    ],
    ['queue_log', null],
    ['North:relative/queue_log', null],
    ['North:/var/log/Master.csv@Mars/North', null],
  ])('%j', (text, expected) => expect(readFollowedLogs(text)).toEqual(expected));
});
