// G7: five million call records and as many queue facts on a dedicated PostgreSQL. Compares a page of call records at any depth with the
// first one, and reports over 30 days of one and of all customers with raw row counts.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { runCommand } from '../../server/src/cli/run-command.ts';
import type { Db } from '../../server/src/platform/db/connect.ts';
import { PASSWORD, startTestConsole } from '../../server/src/testing/test-console.ts';
import type { TestConsole } from '../../server/src/testing/test-console.ts';
import { startPostgres } from '../../e2e/lab/postgres.ts';
import type { Result } from '../harness.ts';
import { median, progress, table } from '../harness.ts';
import { DAYS, fillAll, LARGE, ROWS } from './g7-rows.ts';

const ROUNDS = 9;

/** Returns the CPU ticks (1/100 s) of a process. `ended`: those of its ended children too. */
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

/** Returns the CPU milliseconds of this process and of the database with all its children. */
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

/** Returns medians of interleaved rounds. Each contender runs often enough per round that 1/100 s ticks are precise enough. */
const measureCpu = async (
  postmaster: number,
  contenders: Readonly<Record<string, Ask>>,
  rounds: number,
  times: number,
) => {
  const samples = new Map<string, number[]>(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    progress(`${Object.keys(contenders).join(', ')}: round ${round} of ${rounds}`);
    for (const [name, ask] of Object.entries(contenders)) {
      const before = cpuMs(postmaster);
      for (let n = 0; n < times; n++) await ask();
      // The first round warms plans and caches and does not count.
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

/** Counts raw rows by customer, queue and day. */
const countRaw = (db: Db, from: string, to: string): Ask => () =>
  sql`select customer_id, queue, date_trunc('day', at) as day, count(*) filter (where outcome = 'answered') as answered,
    count(*) filter (where outcome = 'abandoned') as abandoned, avg(wait) as wait, avg(talk) as talk,
    percentile_cont(0.9) within group (order by wait) as p90
    from queue_facts where at >= ${from} and at < ${to} group by 1, 2, 3`.execute(db); // prettier-ignore

const measureReports = async (server: TestConsole, postmaster: number, staff: string, large: string): Promise<Result[]> => {
  const today = new Date().toISOString().slice(0, 10);
  const [from, to] = [new Date(Date.parse(today) - 30 * 86_400_000).toISOString(), new Date(Date.parse(today)).toISOString()];
  const path = `/reports/queues?from=${from}&to=${to}&groupBy=day`;
  const began = performance.now();
  await get(server, staff, path)();
  const firstMs = performance.now() - began;
  progress(`first report of all customers: ${(firstMs / 1000).toFixed(2)} s`);
  const one = await measureCpu(postmaster, { report: get(server, large, path) }, ROUNDS, 20);
  const others = await measureCpu(
    postmaster,
    {
      agents: get(server, large, `/reports/agents?from=${from}&to=${to}`),
      billing: get(server, large, `/reports/billing?from=${from.slice(0, 10)}&to=${to.slice(0, 10)}`),
    },
    5,
    1,
  );
  const all = await measureCpu(postmaster, { report: get(server, staff, path), rows: countRaw(server.deps.db, from, to) }, 5, 1);
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
    ...(['agents', 'billing'] as const).map((name) => ({
      goal: 'G7',
      what: `the same customer’s report of ${name}`,
      reached: `${others(name).toFixed(0)} ms of CPU`,
      aim: '',
      met: null,
    })),
    {
      goal: 'G7',
      what: 'all customers’ report of 30 days',
      reached: `${share.toFixed(2)} of the rows (${all('report').toFixed(0)} ms)`,
      aim: '≤ 1/5',
      met: share <= 0.2,
    },
    {
      goal: 'G7',
      what: 'its first view after a start',
      reached: `${(firstMs / 1000).toFixed(2)} s`,
      aim: '≤ 1.5 s',
      met: firstMs <= 1500,
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
      await fillAll(server.deps.db);
      // Run autovacuum's work and ANALYZE before the timer starts.
      await sql`vacuum analyze`.execute(server.deps.db);
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
