// G7: five million call records and as many moments of queues on a PostgreSQL of its own: a page of call records at any
// depth beside the first one, a customer's reports of 30 days, and those of all customers beside the same counted from rows.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { runCommand } from '../../server/src/cli/run-command.ts';
import type { Db } from '../../server/src/db/connect.ts';
import { PASSWORD, startTestConsole } from '../../server/src/testing/test-console.ts';
import type { TestConsole } from '../../server/src/testing/test-console.ts';
import { startPostgres } from '../../e2e/lab/postgres.ts';
import type { Result } from '../harness.ts';
import { median, table } from '../harness.ts';

const ROWS = Number(process.env['BENCH_ROWS'] ?? 5_000_000);
const CUSTOMERS = 1000;
/** The large one: 90,000 rows in 30 days, as many calls as a call centre of a hundred agents takes. */
const LARGE = 90_000;
const DAYS = 60;
const ROUNDS = 9;
const BATCH = 250_000;

const uuid = (kind: string, n: string) => sql.raw(`(lpad(to_hex(${n}), 8, '0') || '-0000-4000-8000-${kind}')::uuid`);
const customer = (n: string) => uuid('00000000000c', n);

/** Every row's customer: the first one has its share, the rest have what is left, alike. */
const SHARE = Math.max(1, Math.round(ROWS / ((LARGE * DAYS) / 30)));
const OWNER = `(case when i % ${SHARE} = 0 then 1 else 2 + (i::bigint * 7919) % ${CUSTOMERS - 1} end)::integer`;
const AT = `(date_trunc('day', now()) - make_interval(secs => (i::float8 / ${ROWS}) * ${DAYS * 86_400}))`;

const fillGround = async (db: Db): Promise<void> => {
  await sql`insert into endpoints (name, ami_host, ami_username, ami_secret, enabled)
    select 'PBX ' || i, '127.0.0.1', 'u', '', false from generate_series(1, 20) i`.execute(db);
  await sql`insert into customers (id, code, name, country) select ${customer('i')}, 'customer-' || i, 'Clinic ' || i, 'US'
    from generate_series(1, ${CUSTOMERS}) i`.execute(db);
  await sql`insert into callcenters (id, customer_id, name, code, timezone)
    select ${uuid('0000000000cc', 'i')}, ${customer('i')}, 'Support', 'support', 'UTC' from generate_series(1, ${CUSTOMERS}) i`.execute(db);
  await sql`insert into queues (id, customer_id, callcenter_id, server_id, name, label)
    select ${uuid('00000000000e', '(i * 10 + k)')}, ${customer('i')}, ${uuid('0000000000cc', 'i')}, 1 + i % 20, 'q' || i || '-' || k, 'Line ' || k
    from generate_series(1, ${CUSTOMERS}) i, generate_series(0, 4) k`.execute(db);
}; // prettier-ignore

const fillRows = async (db: Db, from: number, to: number): Promise<void> => {
  await sql`insert into calls (id, server_id, linkedid, uniqueid, customer_id, callcenter_id, direction, status, source, source_name,
      destination, extension, device, queue, start_at, answer_at, end_at, duration, wait_seconds, talk_seconds,
      billable_seconds, recording_file, legs, rating_due)
    select gen_random_uuid(), 1 + o % 20, 'l' || i, 'u' || i, ${customer('o')}, ${uuid('0000000000cc', 'o')}, 'inbound',
      'answered', '+1202555' || lpad((i % 10000)::text, 4, '0'), '', '+12025550100', '', '', 'q' || o || '-' || (i % 5),
      at, at, at + interval '90 seconds', 90, 10, 80, 80, '', 1, false
    from (select i, ${sql.raw(OWNER)} as o, ${sql.raw(AT)} as at from generate_series(${from}::integer, ${to}::integer) i) as made`.execute(db);
  await sql`insert into queue_facts (server_id, id, at, queue, customer_id, callcenter_id, outcome, wait, joined_at, talk, sent_on, caller_tail)
    select 1 + o % 20, i, at, 'q' || o || '-' || (i / 2 % 5), (${customer('o')})::text, (${uuid('0000000000cc', 'o')})::text,
      case when i % 2 = 1 then null when i % 22 = 0 then 'abandoned' else 'answered' end,
      case when i % 2 = 0 then (i::bigint * 7919 / 2 % 97)::integer end,
      case when i % 2 = 0 then at - make_interval(secs => (i::bigint * 7919 / 2 % 97)::integer) end,
      case when i % 2 = 1 then (i::bigint * 6007 % 613)::integer end, i % 31 = 0, lpad((i % 1000000)::text, 9, '2')
    from (select i, ${sql.raw(OWNER)} as o, ${sql.raw(AT)} as at from generate_series(${from}::integer, ${to}::integer) i) as made`.execute(db);
}; // prettier-ignore

const fill = async (db: Db): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await fillGround(tx as Db);
  });
  for (let from = 1; from <= ROWS; from += BATCH) {
    await db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await fillRows(tx as Db, from, Math.min(ROWS, from + BATCH - 1));
    });
  }
  await sql`vacuum analyze`.execute(db);
};

/** Ticks of a hundredth of a second that a process has used; `ended`: of its children, too, that are no more. */
const ticksOf = (pid: number, ended: boolean): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number);
    return (fields.slice(11, ended ? 15 : 13) as number[]).reduce((sum, ticks) => sum + ticks, 0);
  } catch {
    return 0;
  }
};
const parentOf = (pid: number): number =>
  Number(
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')[1],
  );

/** Milliseconds of CPU of this process and of the database with all that it begins. */
const cpuMs = (postmaster: number): number => {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number);
  const ticks = children.reduce((sum, pid) => sum + ticksOf(pid, false), ticksOf(postmaster, true));
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + ticks * 10;
};

type Ask = () => Promise<unknown>;

/** Medians of the rounds, interleaved; each contender runs so often in a round that ticks of a hundredth do not matter. */
const measureCpu = async (
  postmaster: number,
  contenders: Readonly<Record<string, Ask>>,
  rounds: number,
  times: number,
) => {
  const samples = new Map<string, number[]>(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, ask] of Object.entries(contenders)) {
      const before = cpuMs(postmaster);
      for (let n = 0; n < times; n++) await ask();
      // The first round makes plans and warms the caches.
      if (round > 0) samples.get(name)?.push((cpuMs(postmaster) - before) / times);
    }
  }
  return (name: string): number => median(samples.get(name) ?? []);
};

const get = (server: TestConsole, token: string, path: string) => async (): Promise<{ meta: { next: string } }> => {
  const answer = await server.call(token, 'GET', path);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.text.slice(0, 300)}`);
  return answer.body;
};

const cursorAt = async (db: Db, owner: string | null, share: number): Promise<string> => {
  const at = new Date(Date.now() - share * DAYS * 86_400_000);
  const { rows } = await sql<{ startAt: Date; id: string }>`select start_at, id from calls
    where start_at < ${at} ${owner === null ? sql`` : sql`and customer_id = ${owner}`} order by start_at desc, id desc limit 1`.execute(db);
  const { startAt, id } = rows[0]!;
  return Buffer.from(`${startAt.toISOString()} ${id}`).toString('base64url');
}; // prettier-ignore

const DEPTHS = [0.01, 0.5, 0.99] as const;

const measurePages = async (server: TestConsole, postmaster: number, who: string, token: string, owner: string | null): Promise<Result> => {
  const contenders: Record<string, Ask> = { first: get(server, token, '/reports/cdr') };
  for (const depth of DEPTHS) {
    const cursor = await cursorAt(server.deps.db, owner, depth);
    contenders[`at ${depth * 100} %`] = get(server, token, `/reports/cdr?cursor=${cursor}`);
  }
  const of = await measureCpu(postmaster, contenders, ROUNDS, 20);
  const names = Object.keys(contenders);
  console.log(`\ncall records, ${who}\n${table([['page', 'CPU'], ...names.map((name) => [name, `${of(name).toFixed(1)} ms`])])}`);
  const worst = Math.max(...names.slice(1).map((name) => of(name) / of('first')));
  return {
    goal: 'G7',
    what: `call-record page at any depth, ${who}`,
    reached: `${worst.toFixed(2)} × page 1 (${of('first').toFixed(1)} ms)`,
    aim: '≤ 1.5 ×',
    met: worst <= 1.5,
  };
}; // prettier-ignore

/** What the rows say without any help: by customer, queue and day. */
const countRaw = (db: Db, from: string, to: string): Ask => () =>
  sql`select customer_id, queue, date_trunc('day', at) as day, count(*) filter (where outcome = 'answered') as answered,
    count(*) filter (where outcome = 'abandoned') as abandoned, avg(wait) as wait, avg(talk) as talk,
    percentile_cont(0.9) within group (order by wait) as p90
    from queue_facts where at >= ${from} and at < ${to} group by 1, 2, 3`.execute(db); // prettier-ignore

const measureReports = async (server: TestConsole, postmaster: number, staff: string, large: string): Promise<Result[]> => {
  const today = new Date().toISOString().slice(0, 10);
  const [from, to] = [new Date(Date.parse(today) - 30 * 86_400_000).toISOString(), new Date(Date.parse(today)).toISOString()];
  const path = `/reports/queues?from=${from}&to=${to}&groupBy=day`;
  const one = await measureCpu(postmaster, { report: get(server, large, path) }, 5, 3);
  const all = await measureCpu(postmaster, { report: get(server, staff, path), rows: countRaw(server.deps.db, from, to) }, 1, 1);
  console.log(`\n30 days by day: the large customer ${one('report').toFixed(0)} ms, all ${all('report').toFixed(0)} ms, all from rows ${all('rows').toFixed(0)} ms`);
  const share = all('report') / all('rows');
  return [
    {
      goal: 'G7',
      what: `a customer's report of 30 days (${LARGE.toLocaleString('en')} rows of ${ROWS.toLocaleString('en')})`,
      reached: `${one('report').toFixed(0)} ms of CPU`,
      aim: '≤ 25 ms',
      met: one('report') <= 25,
    },
    {
      goal: 'G7',
      what: 'all customers’ report of 30 days',
      reached: `${share.toFixed(2)} of the rows (${all('report').toFixed(0)} ms)`,
      aim: '≤ 1/5',
      met: share <= 0.2,
    },
  ];
}; // prettier-ignore

const person = async (server: TestConsole, username: string, options: Record<string, string>): Promise<string> => {
  const email = `${username}@example.com`;
  const made = await runCommand(server.deps, { command: 'user create', options: { ...options, username, email, password: PASSWORD } });
  if (!made.ok) throw new Error(made.lines.join());
  return server.signIn(username);
}; // prettier-ignore

export const measure = async (): Promise<Result[]> => {
  const postgres = await startPostgres();
  process.env['TEST_DATABASE_URL'] = postgres.url;
  try {
    const server = await startTestConsole();
    try {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(server.deps.db);
      const postmaster = parentOf(rows[0]?.pid ?? 0);
      const begun = performance.now();
      await fill(server.deps.db);
      console.log(`${ROWS.toLocaleString('en')} calls and as many moments of queues in ${Math.round((performance.now() - begun) / 1000)} s`);
      const staff = await person(server, 'administrator', { role: 'administrator' });
      const large = await person(server, 'leader', { role: 'customer-admin', customer: 'customer-1' });
      const owner = '00000001-0000-4000-8000-00000000000c';
      return [
        await measurePages(server, postmaster, 'as the platform’s staff', staff, null),
        await measurePages(server, postmaster, 'as one customer, behind the wall', large, owner),
        ...(await measureReports(server, postmaster, staff, large)),
      ];
    } finally {
      await server.close();
    }
  } finally {
    delete process.env['TEST_DATABASE_URL'];
    await postgres.close();
  }
}; // prettier-ignore
