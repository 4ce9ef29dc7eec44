// IMPORT: a year of history out of a PBX's files into PostgreSQL: queue_log for the reports, Master.csv for the call records,
// and both again, when nothing is new.
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { startPostgres } from '../../e2e/lab/postgres.ts';
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
const recordOf = (call: number): string => {
  const [begin, id] = [at(call), `pbx-${at(call)}.${call}`];
  return `"","+12025550100","101","in","""C"" <+12025550100>","PJSIP/carrier-${call}","PJSIP/a-101-${call}","Queue","q","${clock(begin)}","${clock(begin + 9)}","${clock(begin + 190)}",190,181,"ANSWERED","DOCUMENTATION","${id}","","","${id}",${call}\n`;
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
    await write(master, recordOf);
    const owners = await ownersNow(console_.deps.db);
    const results: Result[] = [];
    for (const [what, path, kind] of [
      ['a year of queue_log', log, 'queue-log'],
      ['the same again', log, 'queue-log'],
      ['as many rows of Master.csv as calls', master, 'cdr'],
      ['the same again', master, 'cdr'],
    ] as const) {
      const began = performance.now();
      const before = process.memoryUsage().rss;
      let most = 0;
      const request = { path, kind, serverId: world.a.endpointId, timeZone: 'UTC' };
      const done = await importHistory(console_.deps.db, owners, request, Date.now(), () => {
        most = Math.max(most, process.memoryUsage().rss);
      });
      const memory = `memory grew by ${Math.max(0, Math.round((most - before) / 2 ** 20))} MB`;
      const news = `${(done.newLegs + done.newEvents).toLocaleString('en')} new`;
      const reached = `${rate(done, performance.now() - began)}, ${news}, ${memory}`;
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
