// Processes of G2. One replays a real storm to many links at a fixed rate, each event in its own write. The other receives it, counts bytes
// or processes events like the collector and the live state, and reports the cost.
import { fork } from 'node:child_process';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { decode } from '@ringside/core/asterisk/decode.ts';
import { createFramer } from '@ringside/core/asterisk/frame.ts';
import { NOBODY } from '@ringside/core/live/state.ts';
import { createTracker } from '@ringside/core/live/tracker/tracker.ts';
import { toWire } from '@ringside/core/live/wire.ts';
import { sql } from 'kysely';
import { openSocket } from '../server/src/pbx/ami/open-socket.ts';
import { openInMemory } from '../server/src/platform/db/connect.ts';
import { transcript } from '../lab/transcripts.ts';
import { STORM } from './transcripts.ts';

export interface Cost {
  /** CPU microseconds per event, user and system. */
  readonly micros: number;
  readonly events: number;
  /** Milliseconds of event loop delay: 99.9th percentile and maximum. */
  readonly delay: number;
  readonly worst: number;
  /** Number of completed reports, and seconds per report. */
  readonly reports: number;
  readonly reportSeconds: number;
}

export interface Wanted {
  readonly mode: 'count' | 'collect';
  readonly port: number;
  readonly links: number;
  readonly seconds: number;
  /** Rows of a table that a report sums up continuously in the embedded database; 0 for none. */
  readonly reportRows: number;
}

const FILE = fileURLToPath(import.meta.url);

export const startStorm = async (links: number, eventsPerSecond: number): Promise<{ port: number; stop(): void }> => {
  const child = fork(FILE, ['--storm', String(links), String(eventsPerSecond)]);
  const port = await new Promise<number>((resolve) => child.once('message', (m) => resolve(m as number)));
  return { port, stop: () => void child.kill() };
};

export const takeStorm = (wanted: Wanted): Promise<Cost> =>
  new Promise((resolve, reject) => {
    const child = fork(FILE, ['--take', JSON.stringify(wanted)]);
    child.once('message', (m) => resolve(m as Cost));
    child.once('exit', (code) => reject(new Error(`The taker ended with ${code}`)));
  });

/** `rate`: events per second of each link. */
const storm = (links: number, rate: number): void => {
  const [greeting = '', ...rest] = transcript(STORM)
    .toString('latin1')
    .split(/(?<=\r\n)/);
  const blocks = rest
    .join('')
    .split('\r\n\r\n')
    .filter((block) => block.startsWith('Event: '))
    .map((block) => Buffer.from(`${block}\r\n\r\n`, 'latin1'));
  const sockets: Socket[] = [];
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => undefined).on('close', () => sockets.splice(sockets.indexOf(socket), 1));
    socket.write(greeting);
    socket.resume();
    sockets.push(socket);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  let sent = 0;
  let last = performance.now();
  let owed = 0;
  setInterval(() => {
    const now = performance.now();
    // Limits how much a late timer catches up at once.
    owed = Math.min(owed + ((now - last) / 1000) * rate * sockets.length, links * 3);
    last = now;
    for (; owed >= 1 && sockets.length > 0; owed--, sent++) {
      const link = sent % sockets.length;
      const block = blocks[(Math.floor(sent / sockets.length) + link * 137) % blocks.length];
      if (block !== undefined) sockets[link]?.write(block);
    }
  }, 5);
};

const count = (port: number, count_: (bytes: number) => void): void => {
  connect(port, '127.0.0.1').on('data', (chunk) => count_(chunk.length));
};

/** Processes a link like the collector and the live state: to facts, rows, and the text of each live event. */
const collect = (id: number, port: number, count_: (bytes: number) => void): void => {
  const tracker = createTracker({ id, name: 'one' }, { ofQueue: () => NOBODY, ofChannel: () => NOBODY });
  const framer = createFramer({
    greeting: () => undefined,
    overlong: () => undefined,
    block: (text) => {
      const fact = decode(text);
      if (fact === null) return;
      for (const event of tracker.fact(fact, Date.now())) for (const m of toWire(event)) JSON.stringify(m);
    },
  });
  const settings = { host: '127.0.0.1', port, tls: false, caPem: '', username: '', secret: '' };
  openSocket(settings, (text) => {
    count_(text.length);
    framer.push(text);
  });
};

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Repeats a report over thirty days by day and queue from raw rows, the heaviest possible. Resolves to a stop function that returns the
 * number of reports.
 */
const startReports = async (rows: number): Promise<() => { reports: number; seconds: number }> => {
  const { db } = await openInMemory(null);
  await sql`create table call as select n as id, timestamptz '2026-01-01' + n * interval '1 second' as started,
    'queue-' || n % 200 as queue, n % 600 as wait, n % 900 as talk from generate_series(1, ${sql.lit(rows)}) n`.execute(
    db,
  );
  let reports = 0;
  let spent = 0;
  const run = async (): Promise<never> => {
    for (;;) {
      const before = performance.now();
      await sql`select date_trunc('day', started) as day, queue, count(*), avg(wait), avg(talk),
        percentile_cont(0.9) within group (order by wait) from call group by 1, 2 order by 1, 2`.execute(db);
      spent += performance.now() - before;
      reports++;
    }
  };
  void run();
  return () => ({ reports, seconds: reports === 0 ? NaN : spent / reports / 1000 });
};

const take = async ({ mode, port, links, seconds, reportRows }: Wanted): Promise<void> => {
  const stopReports = reportRows > 0 ? await startReports(reportRows) : null;
  let bytes = 0;
  const add = (more: number): void => void (bytes += more);
  for (let id = 1; id <= links; id++) {
    if (mode === 'count') count(port, add);
    else collect(id, port, add);
  }
  // Waits until all links are connected and the code is compiled.
  await wait(3000);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  // The delay monitor costs CPU time itself, so it is off while CPU time is compared.
  if (stopReports !== null) delay.enable();
  const before = process.cpuUsage();
  bytes = 0;
  await wait(seconds * 1000);
  const { user, system } = process.cpuUsage(before);
  const all = transcript(STORM);
  const events = Math.round(bytes / (all.length / (all.toString('latin1').match(/^Event: /gm) ?? []).length));
  const { reports, seconds: reportSeconds } = stopReports?.() ?? { reports: 0, seconds: NaN };
  const cost: Cost = {
    micros: (user + system) / events,
    events,
    delay: delay.percentile(99.9) / 1e6,
    worst: delay.max / 1e6,
    reports,
    reportSeconds,
  };
  process.send?.(cost, () => process.exit(0));
};

if (process.argv[2] === '--storm') storm(Number(process.argv[3]), Number(process.argv[4]));
if (process.argv[2] === '--take') void take(JSON.parse(process.argv[3] ?? '') as Wanted);
