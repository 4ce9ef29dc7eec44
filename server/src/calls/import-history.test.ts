// Tests the import of a PBX's own files on a real database: beside live data, repeated, compressed, and as a dump.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transcript, truthOf } from '../../../lab/transcripts.ts';
import { decode } from '@ringside/core/asterisk/decode.ts';
import { createFramer } from '@ringside/core/asterisk/frame.ts';
import { createQueueLogFold } from '@ringside/core/calls/queue-log-fold.ts';
import { queueLogRowOf } from '@ringside/core/calls/queue-log-line.ts';
import type { LiveEvent } from '@ringside/core/live/event.ts';
import { createTracker } from '@ringside/core/live/tracker/tracker.ts';
import { beginGap, endGap, noteSeen } from './gap/gap-queries.ts';
import { createEventStore } from '../live/event-store.ts';
import { ownersNow } from '../live/owners-now.ts';
import type { Owners } from '../live/owners.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { startTwins } from '../testing/start-twins.ts';
import type { World } from '../testing/side.ts';
import { importHistory } from './import-history.ts';
import type { ImportRequest } from './import-history.ts';

const NAME = '08-transfers-redirect-park-bridge';
const LOG = truthOf(NAME, 'queue_log');

let running: TestConsole;
let world: World;
let owners: Owners;
let folder: string;
let serverId: number;

/** Returns the events as the console saw them live, at the PBX's times plus a short delay. */
const seenLive = (): LiveEvent[] => {
  const tracker = createTracker({ id: serverId, name: 'PBX' }, owners);
  const events: LiveEvent[] = [];
  let at = 0;
  const block = (text: string): void => {
    const stamp = /^Timestamp: (\d+\.\d+)/m.exec(text)?.[1];
    if (stamp !== undefined) at = Math.round(Number(stamp) * 1000) + 300;
    events.push(...tracker.settle(at));
    const fact = decode(text);
    if (fact !== null) events.push(...tracker.fact(fact, at));
  };
  createFramer({ greeting: () => undefined, block, overlong: () => undefined }).push(
    transcript(NAME).toString('latin1'),
  );
  return [...events, ...tracker.settle(at + 60_000)];
};
const keep = async (events: readonly LiveEvent[]): Promise<void> => {
  const store = createEventStore(running.deps.db, (error) => {
    throw error;
  });
  store.append(events);
  await store.close();
};

const file = (text: string | Buffer, name = 'queue_log'): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const load = (request: Partial<ImportRequest> & { readonly path: string }) =>
  importHistory(running.deps.db, owners, { kind: 'queue-log', serverId, timeZone: 'UTC', ...request }, Date.now());

const ends = async (): Promise<string[]> => {
  const { rows } = await sql<{ end: string }>`
    select concat_ws(' ', f.queue, f.outcome, e.event ->> 'uniqueid') as "end" from queue_facts f
    join live_events e on e.server_id = f.server_id and e.id = f.id
    where f.server_id = ${serverId} and f.outcome is not null order by 1`.execute(running.deps.db);
  return rows.map((row) => row.end);
};
const agentFacts = async (): Promise<number> => {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from agent_facts where server_id = ${serverId}`.execute(running.deps.db);
  return Number(rows[0]?.n);
};

beforeAll(async () => {
  ({ server: running, world } = await startTwins());
  serverId = world.a.endpointId;
  owners = await ownersNow(running.deps.db);
  folder = mkdtempSync(join(tmpdir(), 'ringside-history-'));
});
afterAll(async () => {
  await running?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const table of ['live_events', 'queue_facts', 'agent_facts', 'cdr_legs', 'calls', 'pbx_gaps', 'pbx_seen']) {
    await sql`delete from ${sql.table(table)}`.execute(running.deps.db);
  }
});

describe('a queue_log', () => {
  it('fills events that the console missed, once, however often it is read, complete or in parts, compressed or not', async () => {
    const first = await load({ path: file(LOG) });
    expect(first).toMatchObject({ faultCount: 0, newLegs: 0, lines: LOG.trim().split('\n').length });
    expect(first.newEvents).toBe(first.events);
    const stored = await ends();
    expect(stored.length).toBeGreaterThan(5);
    expect(await load({ path: file(gzipSync(LOG), 'queue_log.gz') })).toMatchObject({
      events: first.events,
      newEvents: 0,
    });
    const lines = LOG.trim().split('\n');
    await load({ path: file(lines.slice(0, 15).join('\n')) });
    await load({ path: file(lines.slice(15).join('\n')) });
    expect(await ends()).toEqual(stored);
  });

  it('adds nothing to queue visits, talks and pauses that were seen live, and adds all others', async () => {
    const live = seenLive();
    await keep(live);
    const seen = await ends();
    expect(seen.length).toBeGreaterThan(5);
    // The live session began after the first call of the log.
    const since = Math.min(...live.map((e) => e.at)) / 1000 - 1;
    const part = LOG.split('\n')
      .filter((line) => Number(line.split('|')[0]) >= since)
      .join('\n');
    const done = await load({ path: file(part) });
    expect(await ends()).toEqual(seen);
    // One talk ended under another call's id, because Asterisk bridged the caller away and reported different ids.
    expect(done.newEvents).toBeLessThanOrEqual(2);

    await sql`delete from live_events`.execute(running.deps.db);
    await sql`delete from queue_facts`.execute(running.deps.db);
    const half = live.filter((e) => e.at < live[Math.floor(live.length / 2)]!.at);
    await keep(half);
    expect((await ends()).length).toBeLessThan(seen.length);
    await load({ path: file(part) });
    expect(await ends()).toEqual(seen);
  });

  it('changes nothing in a dry run', async () => {
    const dry = await load({ path: file(LOG), dryRun: true });
    expect(dry.newEvents).toBe(dry.events);
    expect(dry.events).toBeGreaterThan(10);
    expect([await ends(), await agentFacts()]).toEqual([[], 0]);
  });

  it('maps agents by their current names', async () => {
    await load({ path: file(LOG), members: [{ name: 'Ann Archer', interface: 'PJSIP/acme-101' }] });
    const { rows } = await sql<{ interface: string }>`
      select distinct interface from agent_facts where name = 'Ann Archer'`.execute(running.deps.db);
    expect(rows).toEqual([{ interface: 'PJSIP/acme-101' }]);
  });

  it('closes the gaps that it covers and counts the missing queue visits', async () => {
    const { db } = running.deps;
    const at = (line: number): number => Number(LOG.split('\n')[line]?.split('|')[0]) * 1000;
    await noteSeen(db, [serverId], at(0));
    await beginGap(db, serverId, at(0), 'link');
    await endGap(db, serverId, at(12));
    await load({ path: file(LOG) });
    const stays = LOG.split('\n').filter((line, i) => i <= 12 && /\|(CONNECT|ABANDON)\|/.test(line) && at(i) <= at(12));
    const { rows } = await sql`select queues_caught_up_at is not null as queues, calls_caught_up_at is null as calls,
      stays_recovered as stays from pbx_gaps`.execute(db);
    expect(rows).toEqual([{ queues: true, calls: true, stays: stays.length }]);
  });

  it('reports lines that it cannot read and reads the rest', async () => {
    const done = await load({ path: file(`nonsense\n${LOG}\n1795232842|1|2\n`) });
    expect(done.faults.map((f) => f.line)).toEqual([1, LOG.trim().split('\n').length + 2]);
    expect((await ends()).length).toBeGreaterThan(5);
  });

  it('appears in the reports', async () => {
    const { body: queue } = await running.call(
      world.platform['administrator'] ?? '',
      'GET',
      `/queues/${world.a.queueId}`,
    );
    const log = ['ENTERQUEUE||555|1', 'CONNECT|10|1.2|4', 'COMPLETECALLER|10|30|1'].map(
      (text, i) => `${1_400_000_000 + [0, 10, 40][i]!}|1.1|${queue.name}|${i === 0 ? 'NONE' : 'SIP/7'}|${text}`,
    );
    await load({ path: file(log.join('\n')) });
    const period = 'from=2014-05-13T00:00:00Z&to=2014-05-14T00:00:00Z';
    const token = world.a.tokens['customer-admin'] ?? '';
    const { body: queues } = await running.call(token, 'GET', `/reports/queues?${period}`);
    expect(queues.totals).toMatchObject({ received: 1, answered: 1, averageWaitSeconds: 10, averageTalkSeconds: 30 });
    const { body: agents } = await running.call(token, 'GET', `/reports/agents?${period}`);
    expect(agents.data).toMatchObject([{ label: 'SIP/7', taken: 1, talkSeconds: 30, completed: 1 }]);
  });
});

describe('a transferred caller', () => {
  const SINCE = 1_400_000_000;
  const SENT_ON = { connect: [10, 'CONNECT|10|1.2|4'], end: [1240, 'COMPLETECALLER|10|1230|1'] } as const;
  const logOf = (queue: string, ...lines: readonly (readonly [number, string])[]): string =>
    lines.map(([second, text]) => `${SINCE + second}|1.1|${queue}|SIP/7|${text}`).join('\n');
  const nameOf = async (): Promise<string> =>
    (await running.call(world.platform['administrator'] ?? '', 'GET', `/queues/${world.a.queueId}`)).body.name;
  /** Returns events as seen live: on the console's clock and not from a file. */
  const seen = (log: string, change: { readonly completes?: boolean } = {}): LiveEvent[] => {
    const fold = createQueueLogFold({
      ...{ serverId, ownerOf: (name) => owners.ofQueue(serverId, name), wrapupOf: () => 0, queuesOf: () => [] },
      agentOf: (text) => ({ interface: text, name: text }),
    });
    return log.split('\n').flatMap((line) => {
      const row = queueLogRowOf(line, 'UTC');
      if (row === null || typeof row === 'string') return [];
      const events = fold.take({ ...row, at: row.at + 400 });
      return events.map((e) =>
        e.kind === 'member' && e.cause === 'AgentComplete' ? { ...e, completes: true, ...change } : e,
      );
    });
  };
  const told = async () => {
    const token = world.a.tokens['customer-admin'] ?? '';
    const period = 'from=2014-05-13T00:00:00Z&to=2014-05-14T00:00:00Z';
    const { totals } = (await running.call(token, 'GET', `/reports/queues?${period}`)).body;
    const { data } = (await running.call(token, 'GET', `/reports/agents?${period}`)).body;
    return [totals.completed, totals.talkSeconds, data[0]?.taken, data[0]?.completed, data[0]?.averageTalkSeconds];
  };

  it('counts as one call with the live talk time when the log ends it twenty minutes later', async () => {
    const queue = await nameOf();
    await keep(seen(logOf(queue, SENT_ON.connect, [40, 'COMPLETEAGENT|10|30|1'])));
    const before = await told();
    expect(before).toEqual([1, 30, 1, 1, 30]);
    const done = await load({ path: file(logOf(queue, SENT_ON.connect, SENT_ON.end)) });
    expect([done.newEvents, await told()]).toEqual([0, before]);
    // Also when the file starts after the talk.
    const end = await load({ path: file(logOf(queue, SENT_ON.end)) });
    expect([end.newEvents, await told()]).toEqual([0, before]);
  });

  it('is completed by the log when the console saw only the end of an unknown call', async () => {
    const queue = await nameOf();
    await keep(seen(logOf(queue, SENT_ON.end), { completes: false }));
    expect((await told())[0]).toBe(0);
    const log = file(logOf(queue, SENT_ON.connect, SENT_ON.end));
    await load({ path: log });
    expect(await told()).toEqual([1, 1230, 1, 1, 1230]);
    expect((await load({ path: log })).newEvents).toBe(0);
  });
});

describe('a MySQL dump', () => {
  it('contains call records and the queue log together', async () => {
    const log = LOG.trim()
      .split('\n')
      .map((line) => {
        const [time, call, queue, agent, event, ...data] = line.split('|');
        return `('${time}','${call}','${queue}','${agent}','${event}','${data.join('|')}')`;
      });
    const dump = `CREATE TABLE \`queue_log\` (\n  \`time\` varchar(26),\n  \`callid\` varchar(40),\n  \`queuename\` varchar(20),
  \`agent\` varchar(20),\n  \`event\` varchar(20),\n  \`data\` varchar(100)\n);
INSERT INTO \`queue_log\` VALUES ${log.join(',')};
INSERT INTO \`cdr\` (calldate, clid, src, dst, dcontext, channel, dstchannel, lastapp, lastdata, duration, billsec, disposition, uniqueid)
 VALUES ('2026-11-21 03:45:20','"A" <1>','1','2','x','SIP/1-1','SIP/2-2','Dial','',30,20,'ANSWERED','9.1');\n`;
    const done = await load({ path: file(dump, 'dump.sql'), kind: 'dump', timeZone: 'Europe/Madrid' });
    expect(done).toMatchObject({ newLegs: 1, faultCount: 0, lines: log.length + 1 });
    expect((await ends()).length).toBeGreaterThan(5);
    const { rows } = await sql`select talk_seconds, start_at from calls`.execute(running.deps.db);
    expect(rows).toEqual([{ talkSeconds: 20, startAt: new Date('2026-11-21T02:45:20Z') }]);
    expect(await load({ path: file(dump, 'dump.sql'), kind: 'dump', timeZone: 'Europe/Madrid' })).toMatchObject({
      ...{ newLegs: 0, newEvents: 0 },
    });
  });
});

describe('an upload', () => {
  const send = (token: string, query: string, text: string) =>
    running.call(token, 'POST', `/imports?${query}`, text, { 'content-type': 'application/octet-stream' });

  it('is answered at once, and its row shows how it ended', async () => {
    const admin = world.platform['administrator'] ?? '';
    const query = `serverId=${serverId}&kind=queue-log&fileName=queue_log.1`;
    const started = await send(admin, query, `${LOG}\nnonsense`);
    expect(started).toMatchObject({ status: 202, body: { fileName: 'queue_log.1', serverId } });
    const ended = () => running.call(admin, 'GET', `/imports/${started.body.id}`).then(({ body }) => body);
    await expect.poll(async () => (await ended()).state, { timeout: 20_000 }).toBe('done');
    const done = await ended();
    expect(done).toMatchObject({ dryRun: false, faultCount: 1, from: '2026-11-21T03:47:02.000Z' });
    expect(done.newEvents).toBeGreaterThan(10);
    expect((await running.call(admin, 'GET', '/imports')).body.data).toHaveLength(1);
  });

  it('requires an existing PBX server and permission to change it', async () => {
    const admin = world.platform['administrator'] ?? '';
    expect(await send(admin, 'serverId=9999&kind=cdr', '')).toMatchObject({ status: 404 });
    expect(await send(admin, `serverId=${serverId}&kind=xml`, '')).toMatchObject({ status: 422 });
    expect(await send(world.a.tokens['customer-admin'] ?? '', `serverId=${serverId}&kind=cdr`, '')).toMatchObject({
      status: 403,
    });
  });
});
