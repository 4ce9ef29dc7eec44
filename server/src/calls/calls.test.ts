// Tests call records on a real database: from AMI and from files, in any order and repeatedly, then the routes.
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transcript, truthOf } from '../../../lab/transcripts.ts';
import { decode } from '@ringside/core/asterisk/decode.ts';
import { createFramer } from '@ringside/core/asterisk/frame.ts';
import type { LocalLeg } from '@ringside/core/asterisk/leg.ts';
import { readWallClock } from '@ringside/core/calls/wall-clock.ts';
import { readOwners } from '../live/owner-queries.ts';
import { createOwners } from '../live/owners.ts';
import { PASSWORD, startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { runCommand } from '../cli/run-command.ts';
import { createCallCollector } from './collect.ts';
import { openLegJournal } from './leg-journal.ts';
import { importHistory } from './import-history.ts';

const CASES = [
  '04-abandon-timeout-full-withdraw',
  '08-transfers-redirect-park-bridge',
  '10b-outbound-through-sipp-carrier',
] as const;

const legsIn = (name: string): LocalLeg[] => {
  const legs: LocalLeg[] = [];
  const take = (block: string): void => {
    const fact = decode(block);
    if (fact?.kind === 'cdr') legs.push(fact.leg);
  };
  createFramer({ greeting: () => undefined, block: take, overlong: () => undefined }).push(
    transcript(name).toString('latin1'),
  );
  return legs;
};

/** Returns the PBX's own Master.csv of the same calls. */
const masterCsv = (name: string): string => truthOf(name, 'cdr-csv/Master.csv');

let running: TestConsole;
let admin: string;
let acme: string;
let globex: string;
let serverId: number;
let folder: string;
const owners = createOwners();

const must = async (path: string, body: unknown) => {
  const answer = await running.call(admin, 'POST', path, body);
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`);
  return answer.body;
};

const makeCustomer = async (code: string, queues: readonly string[]): Promise<string> => {
  const customer = await must('/customers', { code, name: code });
  const callcenter = await must('/callcenters', { customerId: customer.id, name: 'Desk', code: 'desk' });
  for (const name of queues) {
    await must('/queues', { callcenterId: callcenter.id, serverId, name, label: `The ${name}` });
  }
  await must('/users', {
    ...{
      customerId: customer.id,
      username: `${code}-admin`,
      email: `${code}@example.com`,
      firstname: 'A',
      lastname: 'B',
    },
    ...{ role: 'customer-admin', password: PASSWORD },
  });
  return running.signIn(`${code}-admin`);
};

beforeAll(async () => {
  running = await startTestConsole();
  folder = mkdtempSync(join(tmpdir(), 'ringside-cdr-'));
  await runCommand(
    { ...running.deps },
    { command: 'user create', options: { username: 'root', role: 'administrator', password: PASSWORD } },
  );
  admin = await running.signIn('root');
  const server = { name: 'PBX 1', amiHost: '127.0.0.1', amiPort: 9, amiUsername: 'c', amiSecret: 's', enabled: false };
  serverId = (await must('/endpoints', server)).id as number;
  acme = await makeCustomer('acme', ['acme-sales', 'acme-support']);
  globex = await makeCustomer('globex', ['globex-orders', 'globex-billing']);
  // Devices from the lab's configuration files.
  const { data } = (await running.call(admin, 'GET', '/customers')).body;
  for (const { id: customerId, code } of data) {
    const first = code === 'acme' ? 101 : 201;
    const names = Array.from({ length: 4 }, (_, n) => `${code}-${first + n}`);
    await running.call(admin, 'POST', `/endpoints/${serverId}/names`, { customerId, kind: 'device', names });
  }
  owners.replace(await readOwners(running.deps.db));
});
afterAll(async () => {
  await running?.close();
  rmSync(folder, { recursive: true, force: true });
});

const list = (token: string, query = '') => running.call(token, 'GET', `/reports/cdr${query}`);
const counted = async (): Promise<{ legs: number; calls: number }> => {
  const { rows } = await sql<{ legs: number; calls: number }>`
    select (select count(*)::int from cdr_legs) as legs, (select count(*)::int from calls) as calls`.execute(
    running.deps.db,
  );
  return rows[0] ?? { legs: 0, calls: 0 };
};

describe('call records', () => {
  it('are stored once each when they arrive by AMI in any order, twice, and from the file of the PBX', async () => {
    const collector = createCallCollector(running.deps.db, owners, (error) => {
      throw error;
    });
    const legs = CASES.flatMap(legsIn);
    for (const leg of [...legs.toReversed(), ...legs]) {
      // Simulates arrival half a second after the end, from a PBX whose clock is two hours ahead.
      collector.take(serverId, leg, (readWallClock(leg.end) ?? 0) - 7_200_000 + 500);
    }
    await collector.close();
    const after = await counted();
    expect(after).toEqual({ legs: legs.length, calls: new Set(legs.map((leg) => leg.linkedid)).size });

    const path = join(folder, 'Master.csv');
    writeFileSync(path, `${CASES.map(masterCsv).join('\n')}\nnot,a,record\n`);
    const file = { path, kind: 'cdr', serverId, timeZone: 'Etc/GMT-2' } as const;
    // Two records were written after the AMI session had ended. The file fills this gap.
    const done = await importHistory(running.deps.db, owners, file, Date.now());
    expect(done).toMatchObject({ newLegs: 2, faultCount: 1, faults: [{ reason: expect.stringContaining('columns') }] });
    expect(done.lines).toBe(legs.length + 2 + 1);
    const filled = await counted();
    expect(filled.legs).toBe(after.legs + 2);
    expect(await importHistory(running.deps.db, owners, file, Date.now())).toMatchObject({ newLegs: 0 });
    expect(await counted()).toEqual(filled);
  });

  it('are stored in UTC, whatever the clock of the PBX', async () => {
    const { body } = await list(admin, '?perPage=500&q=pbx1-1795235738.0');
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({ startAt: '2026-11-21T02:35:38.000Z', direction: 'outbound' });
    expect(body.data[0].destination).toEqual({ raw: '+13125550100', number: '+1 312 555 0100', country: 'US' });
  });

  it('are paged without gaps or duplicates', async () => {
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const { body } = await list(admin, `?perPage=3${cursor}`);
      seen.push(...body.data.map((call: { id: string }) => call.id));
      if (body.meta.next === null) break;
      cursor = `&cursor=${body.meta.next}`;
    }
    const { body } = await list(admin, '?perPage=500');
    expect(seen).toEqual(body.data.map((call: { id: string }) => call.id));
    expect(new Set(seen).size).toBe((await counted()).calls);
    expect((await list(admin, '?cursor=nonsense')).status).toBe(422);
  });

  it.each([
    ['status=transferred', (c: { status: string }) => c.status === 'transferred'],
    ['direction=outbound', (c: { direction: string }) => c.direction === 'outbound'],
    ['queue=acme-sales', (c: { queue: string }) => c.queue === 'acme-sales'],
    ['q=212-555-0111', (c: { source: { raw: string } }) => c.source.raw === '+12125550111'],
    ['q=second', (c: { sourceName: string }) => c.sourceName === 'Second'],
    ['from=2026-11-21T02:00:00Z', (c: { startAt: string }) => c.startAt >= '2026-11-21T02:00:00Z'],
    [
      'timeFrom=04:00&timeTo=05:00&timeZone=Asia/Jerusalem',
      (c: { startAt: string }) => c.startAt.slice(11, 13) === '02',
    ],
  ])('are found by %s', async (query, matches) => {
    const all = (await list(admin, '?perPage=500')).body.data;
    const { body } = await list(admin, `?perPage=500&${query}`);
    expect(body.data.length).toBeGreaterThan(0);
    expect(body.data).toEqual(all.filter(matches));
  });

  it('are visible only to their customer in lists, details and files', async () => {
    const [of1, of2] = [(await list(acme, '?perPage=500')).body.data, (await list(globex, '?perPage=500')).body.data];
    expect(of1.length).toBeGreaterThan(0);
    expect(of2.length).toBeGreaterThan(0);
    expect(new Set([...of1, ...of2].map((c) => c.customerName))).toEqual(new Set(['acme', 'globex']));
    for (const c of of1) expect(c.customerName).toBe('acme');
    expect((await running.call(globex, 'GET', `/reports/cdr/${of1[0].id}`)).status).toBe(404);
    const { text } = await list(globex, '?format=csv');
    expect(text.split('\r\n').filter(Boolean)).toHaveLength(of2.length + 1);
    expect(text).not.toContain(of1[0].uniqueid);
  });

  it("show each step of a call and are exported with the reader's headings", async () => {
    const [call] = (await list(acme, '?status=transferred')).body.data;
    const { body } = await running.call(acme, 'GET', `/reports/cdr/${call.id}`);
    expect(body.steps).toHaveLength(call.legs);
    expect(body.steps.every((step: { uniqueid: string }) => step.uniqueid !== '')).toBe(true);
    const file = await list(acme, '?format=xlsx');
    expect(file.headers['content-disposition']).toMatch(/call-records-.*\.xlsx/);
    expect(file.text.startsWith('PK')).toBe(true);
  });

  it('keep their id when a late leg changes the call', async () => {
    const [leg] = legsIn('10b-outbound-through-sipp-carrier');
    const [before] = (await list(admin, '?q=pbx1-1795235738.0')).body.data;
    const collector = createCallCollector(running.deps.db, owners, () => undefined);
    collector.take(serverId, { ...leg!, sequence: 99, end: '2026-11-21 04:36:44' }, Date.parse('2026-11-21T02:36:45Z'));
    await collector.close();
    const [after] = (await list(admin, '?q=pbx1-1795235738.0')).body.data;
    expect(after).toMatchObject({ id: before.id, legs: before.legs + 1, endAt: '2026-11-21T02:36:44.000Z' });
  });

  it('that a killed console had not stored are stored at the next start, except an incomplete last line', async () => {
    const fail = (error: unknown): void => expect.fail(String(error));
    const journalFolder = mkdtempSync(join(tmpdir(), 'ringside-journal-'));
    const before = await counted();
    const legs = legsIn('10b-outbound-through-sipp-carrier').map((leg) => ({ ...leg, linkedid: 'killed-1.1' }));
    // A killed console writes nothing later.
    const killed = createCallCollector(running.deps.db, owners, fail, {
      journal: openLegJournal(journalFolder),
      everyMs: 3_600_000,
    });
    for (const leg of legs) killed.take(serverId, { ...leg, uniqueid: `killed-${leg.uniqueid}` }, Date.now());
    appendFileSync(join(journalFolder, 'waiting-call-records.jsonl'), '{"serverId":1,"lin');
    expect(await counted()).toEqual(before);
    const next = createCallCollector(running.deps.db, owners, fail, { journal: openLegJournal(journalFolder) });
    next.resume();
    await next.close();
    expect(await counted()).toEqual({ legs: before.legs + legs.length, calls: before.calls + 1 });
    expect(openLegJournal(journalFolder).left).toEqual([]);
    rmSync(journalFolder, { recursive: true });
  });
});
