// IMPORT: a year of history from a PBX's files into PostgreSQL: queue_log for the reports, Master.csv for the call records, and both again
// without new data.
import { createWriteStream, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { startPostgres } from '../../e2e/lab/postgres.ts';
import { priceImported } from '../../server/src/billing/rate-due.ts';
import { importHistory } from '../../server/src/calls/import-history.ts';
import type { ImportProgress } from '../../server/src/calls/import-history.ts';
import { ownersNow } from '../../server/src/live/owners-now.ts';
import { startTestConsole } from '../../server/src/testing/test-console.ts';
import { makeTwoCustomers } from '../../server/src/testing/two-customers.ts';
import type { Result } from '../harness.ts';

const CALLS = Number(process.env['IMPORT_CALLS'] ?? 100_000);
const START = 1_700_000_000;
const YEAR_SECONDS = 365 * 86_400;
const AGENTS = 40;

const write = async (path: string, lineOf: (call: number) => string): Promise<void> => {
  const file = createWriteStream(path);
  for (let call = 0; call < CALLS; call++) if (!file.write(lineOf(call))) await once(file, 'drain');
  file.end();
  await once(file, 'finish');
};

const at = (call: number): number => START + Math.floor((call / CALLS) * YEAR_SECONDS);
const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

const logOf = (queue: string) => (call: number) => {
  const [begin, agent, id] = [at(call), `Agent ${call % AGENTS}`, `pbx-${at(call)}.${call}`];
  const joined = `${begin}|${id}|${queue}|NONE|ENTERQUEUE||+1202555${String(call % 10_000).padStart(4, '0')}|1\n`;
  if (call % 5 === 0) return `${joined}${begin + 25}|${id}|${queue}|NONE|ABANDON|1|1|25\n`;
  const missed = call % 3 === 0 ? `${begin + 6}|${id}|${queue}|${agent}|RINGNOANSWER|6000\n` : '';
  return `${joined}${missed}${begin + 9}|${id}|${queue}|${agent}|CONNECT|9|${id}x|3\n${begin + 190}|${id}|${queue}|${agent}|COMPLETECALLER|9|181|1\n`;
};
/** Returns the serial number of a channel. */
const channel = (call: number): string => call.toString(16).padStart(8, '0');
/**
 * Returns a call record line. `phone` must belong to the customer: unknown devices count as carriers, and each call would be an outbound
 * leg.
 */
const recordOf =
  (phone: string) =>
  (call: number): string => {
    const [begin, id] = [at(call), `pbx-${at(call)}.${call}`];
    return `"","+12025550100","101","in","""C"" <+12025550100>","PJSIP/carrier-${channel(call)}","${phone}-${channel(call)}","Queue","q","${clock(begin)}","${clock(begin + 9)}","${clock(begin + 190)}",190,181,"ANSWERED","DOCUMENTATION","${id}","","","${id}",${call}\n`;
  };

/** Returns the CPU seconds of a PostgreSQL server and its children, by its port (Linux). */
const databaseSeconds = (port: number): number => {
  const seen = readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [, parent = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const isMain = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`-p\0${port}\0`);
      // User and system time, its own and that of ended children.
      const ticks = rest.slice(9, 13).reduce((sum, text) => sum + Number(text), 0);
      return [{ pid, parent, isMain, ticks }];
    } catch {
      return [];
    }
  });
  const main = seen.find((one) => one.isMain)?.pid;
  return seen.filter((one) => one.pid === main || one.parent === main).reduce((sum, one) => sum + one.ticks, 0) / 100;
};

/** Measures the CPU time of the console and the database during `work`, and the console's peak memory. */
const watched = async (port: number, work: (look: () => void) => Promise<void>): Promise<string> => {
  const [cpu, database, before] = [process.cpuUsage(), databaseSeconds(port), process.memoryUsage().rss];
  let most = before;
  const look = (): void => {
    most = Math.max(most, process.memoryUsage().rss);
  };
  await work(look);
  const { user, system } = process.cpuUsage(cpu);
  const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;
  return (
    `CPU ${((user + system) / 1e6).toFixed(1)} s in the console, ${(databaseSeconds(port) - database).toFixed(1)} s in the ` +
    `database; resident ${megabytes(before)}, at most ${megabytes(most)}`
  );
};

const rate = (done: ImportProgress, ms: number): string =>
  `${done.lines.toLocaleString('en')} lines in ${(ms / 1000).toFixed(0)} s, ${Math.round(done.lines / (ms / 1000)).toLocaleString('en')}/s`;

export const measure = async (): Promise<Result[]> => {
  const postgres = await startPostgres();
  process.env['TEST_DATABASE_URL'] = postgres.url;
  const folder = mkdtempSync(join(tmpdir(), 'ringside-bench-import-'));
  try {
    const console_ = await startTestConsole();
    const world = await makeTwoCustomers(console_);
    const admin = world.platform['administrator'] ?? '';
    const queue = (await console_.call(admin, 'GET', `/queues/${world.a.queueId}`)).body.name as string;
    const [log, master] = [join(folder, 'queue_log'), join(folder, 'Master.csv')];
    await write(log, logOf(queue));
    const { code } = (await console_.call(admin, 'GET', `/customers/${world.a.customerId}`)).body as {
      readonly code: string;
    };
    await write(master, recordOf(`PJSIP/${code}-100`));
    const owners = await ownersNow(console_.deps.db);
    const results: Result[] = [];
    for (const [what, path, kind] of [
      ['a year of queue_log', log, 'queue-log'],
      ['the same again', log, 'queue-log'],
      ['as many rows of Master.csv as calls', master, 'cdr'],
      ['the same again', master, 'cdr'],
    ] as const) {
      const began = performance.now();
      const request = { path, kind, serverId: world.a.endpointId, timeZone: 'UTC', price: priceImported(null) };
      let done: ImportProgress | null = null;
      const spent = await watched(postgres.port, async (look) => {
        done = await importHistory(console_.deps.db, owners, request, Date.now(), look);
      });
      const { newLegs, newEvents } = done!;
      const news = `${(newLegs + newEvents).toLocaleString('en')} new`;
      const reached = `${rate(done!, performance.now() - began)}, ${news}; ${spent}`;
      console.log(`${what}: ${reached}`);
      results.push({ goal: 'IMPORT', what, reached, aim: '', met: null });
    }
    await console_.close();
    return results;
  } finally {
    delete process.env['TEST_DATABASE_URL'];
    await postgres.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
