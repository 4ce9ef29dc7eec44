// Tests call records that a PBX writes into the console's table, beside AMI and Master.csv: each is stored once, in any order.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginGap, endGap, noteSeen } from './gap/gap-queries.ts';
import { ownersNow } from '../live/owners-now.ts';
import { runCommand } from '../cli/run-command.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { startTwins } from '../testing/start-twins.ts';
import type { World } from '../testing/side.ts';
import { storeLegs } from './conclude.ts';
import { takeWritten } from './take-written.ts';

const START = 1_700_000_000;

let running: TestConsole;
let world: World;
let serverId: number;

/** Inserts like cdr_pgsql: quoted columns, only those with a value. */
const write = (sequence: number, change: Record<string, string | number> = {}): Promise<unknown> => {
  const row: Record<string, string | number> = {
    ...{ clid: '"Zoë" <+1212>', src: '+1212', dst: '101', dcontext: 'in', channel: 'PJSIP/carrier-00000001' },
    ...{ dstchannel: 'PJSIP/acme-101-00000002', lastapp: 'Dial', lastdata: '', start: START, answer: START + 5 },
    ...{ end: START + 35, duration: 35, billsec: 30, disposition: 'ANSWERED', uniqueid: 'p-1.1', linkedid: 'p-1.1' },
    ...{ sequence, ...change },
  };
  const columns = Object.keys(row).map((name) => sql.id(name));
  return sql`insert into asterisk_cdr (${sql.join(columns)}) values (${sql.join(Object.values(row))})`.execute(
    running.deps.db,
  );
};
const take = () => takeWritten(running.deps.db, () => ownersNow(running.deps.db), Date.now());
const count = async (table: string): Promise<number> => {
  const { rows } = await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(running.deps.db);
  return Number(rows[0]?.n);
};

beforeAll(async () => {
  ({ server: running, world } = await startTwins());
  serverId = world.a.endpointId;
});
afterAll(() => running?.close());
beforeEach(async () => {
  const { db } = running.deps;
  for (const table of ['cdr_legs', 'calls', 'asterisk_cdr', 'cdr_writers', 'pbx_gaps', 'pbx_seen']) {
    await sql`delete from ${sql.table(table)}`.execute(db);
  }
  await sql`insert into cdr_writers (login, server_id) values (session_user, ${serverId})`.execute(db);
});

describe('records that a PBX writes', () => {
  it('become calls and are removed from the intake table', async () => {
    await write(1);
    await write(2, { uniqueid: 'p-1.2', answer: 0, disposition: 'NO ANSWER', billsec: 0 });
    await take();
    expect([await count('asterisk_cdr'), await count('cdr_legs'), await count('calls')]).toEqual([0, 2, 1]);
    const { rows } = await sql`select answer_at, end_at, caller_id from cdr_legs order by sequence`.execute(
      running.deps.db,
    );
    expect(rows).toEqual([
      { answerAt: new Date((START + 5) * 1000), endAt: new Date((START + 35) * 1000), callerId: '"Zoë" <+1212>' },
      { answerAt: null, endAt: new Date((START + 35) * 1000), callerId: '"Zoë" <+1212>' },
    ]);
  });

  it('change nothing when the same record arrived before or arrives again', async () => {
    await write(1);
    await take();
    await write(1);
    await write(1);
    await take();
    const owners = await ownersNow(running.deps.db);
    const { rows } = await sql<Record<string, unknown>>`select * from cdr_legs`.execute(running.deps.db);
    const { startAt, answerAt, endAt, ...leg } = rows[0] as never as Record<'startAt' | 'answerAt' | 'endAt', Date>;
    const again = { ...leg, startAt: +startAt, answerAt: +answerAt, endAt: +endAt } as never;
    expect(await storeLegs(running.deps.db, owners, [again])).toMatchObject({ newLegs: 0 });
    expect([await count('asterisk_cdr'), await count('cdr_legs'), await count('calls')]).toEqual([0, 1, 1]);
  });

  it('stay with a reason when they are invalid, without blocking others', async () => {
    await write(1, { uniqueid: '' });
    await sql`insert into asterisk_cdr (written_by, uniqueid, "start", "end", sequence) values ('who', 'x', 1, 2, 3)`.execute(
      running.deps.db,
    );
    await write(2);
    await take();
    const { rows } = await sql`select fault from asterisk_cdr order by id`.execute(running.deps.db);
    expect(rows).toEqual([{ fault: 'no unique id' }, { fault: 'no PBX server has this login' }]);
    expect(await count('cdr_legs')).toBe(1);
  });

  it('close gaps once they cover the times before and after', async () => {
    const { db } = running.deps;
    await write(1);
    await take();
    await noteSeen(db, [serverId], (START + 60) * 1000);
    await beginGap(db, serverId, (START + 60) * 1000, 'console');
    await endGap(db, serverId, (START + 120) * 1000);
    const gap = async () =>
      (await sql`select calls_recovered, calls_caught_up_at is null as open from pbx_gaps`.execute(db)).rows;
    await write(1, { uniqueid: 'p-2.1', linkedid: 'p-2.1', start: START + 70, end: START + 90 });
    await take();
    expect(await gap()).toEqual([{ callsRecovered: 0, open: true }]);
    await write(1, { uniqueid: 'p-3.1', linkedid: 'p-3.1', start: START + 130, end: START + 140 });
    await take();
    expect(await gap()).toEqual([{ callsRecovered: 1, open: false }]);
  });
});

it('refuses to create a login when the database user may not create roles', async () => {
  const { db } = running.deps;
  // The embedded database has one session, whose role cannot be restored.
  if (process.env['TEST_DATABASE_URL'] !== undefined) return;
  await sql`create role plain`.execute(db);
  await sql`grant select on all tables in schema public to plain`.execute(db);
  await sql`set role plain`.execute(db);
  const deps = { ...running.deps, databaseUrl: 'postgres://plain@192.0.2.1/ringside' };
  const asked = await runCommand(deps, { command: 'cdr-login', options: { server: String(serverId) } });
  await sql`reset role`.execute(db);
  expect(asked).toEqual({ ok: false, lines: [expect.stringContaining('alter role "plain" createrole;')] });
});

it('creates a login to write with on PostgreSQL only', async () => {
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined) {
    const asked = await runCommand(running.deps, { command: 'cdr-login', options: { server: String(serverId) } });
    expect(asked).toEqual({ ok: false, lines: [expect.stringContaining('PostgreSQL alone')] });
    return;
  }
  const deps = { ...running.deps, databaseUrl: url };
  const made = await runCommand(deps, { command: 'cdr-login', options: { server: String(serverId) } });
  expect(made.lines).toContain(`user = ringside_cdr_${serverId}`);
  // A second request returns the same login.
  expect(await runCommand(deps, { command: 'cdr-login', options: { server: String(serverId) } })).toMatchObject({
    ok: true,
  });
});
