// G4: one console, many browsers. Measures the CPU time of fan-out per event and client (the console with clients minus without) next to a
// gateway that encodes JSON for each client; delays; 4,000 clients of 20 customers; and readers that stop reading.
import { startConsole } from '../../e2e/lab/console.ts';
import type { RunningConsole } from '../../e2e/lab/console.ts';
import { sleep } from '../../e2e/lab/lab.ts';
import { startPostgres } from '../../e2e/lab/postgres.ts';
import { addServers, socketUrl } from '../add-servers.ts';
import { addCustomers } from '../customers.ts';
import type { Result } from '../harness.ts';
import { median, percentile, progress } from '../harness.ts';
import { startLoad } from '../load.ts';
import type { LoadSettings } from '../load.ts';
import { startPlainFanOut } from '../plain-fan-out.ts';
import type { PlainFanOut } from '../plain-fan-out.ts';
import { startReaders } from '../readers.ts';
import type { Readers } from '../readers.ts';

const CLIENTS = 1000;
const SECONDS = 8;
const ROUNDS = 5;
/** Time for which the console collects messages, for each number of clients. */
const BATCH_MS = { of1000: 50, of4000: 114 } as const;
/** Per PBX, with 4 PBXs. About every second event becomes a browser message, which gives 500 messages a second. */
const PBX_EVENTS = 230;

const withConsole = async <T>(
  settings: LoadSettings,
  work: (console_: RunningConsole, serverIds: readonly number[]) => Promise<T>,
  env: Readonly<Record<string, string>> = {},
): Promise<T> => {
  const load = await startLoad(settings);
  const console_ = await startConsole(env);
  try {
    return await work(console_, await addServers(console_, load));
  } finally {
    await console_.close();
    await load.stop();
  }
};

/** Returns the CPU seconds per second that the console uses. */
const spend = async (console_: RunningConsole): Promise<number> => {
  const before = console_.cpu();
  await sleep(SECONDS * 1000);
  return (console_.cpu() - before) / SECONDS;
};

/** Load of the plain gateway: fewer clients and events, because it cannot handle more. */
const PLAIN = { clients: 200, eventsPerSecond: 50, seconds: 4 } as const;

const openPlain = async (): Promise<{ plain: PlainFanOut; readers: Readers }> => {
  const plain = await startPlainFanOut();
  const urls = Array<string>(PLAIN.clients).fill(`ws://127.0.0.1:${plain.port}`);
  return { plain, readers: await startReaders({ urls, parseEvery: 1000 }) };
};

const plainRound = async (plain: PlainFanOut): Promise<number> => {
  const { clients, eventsPerSecond, seconds } = PLAIN;
  return ((await plain.run(eventsPerSecond, seconds)) * 1e6) / (eventsPerSecond * seconds * clients);
};

interface Cost {
  /** Microseconds per event and client. */
  readonly micros: number;
  readonly plainMicros: number;
  readonly eventsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Alternates rounds of the console and the plain gateway. Measures the console without clients before and after. */
const compare = async (console_: RunningConsole): Promise<Cost> => {
  const alone = [await spend(console_), await spend(console_)];
  const { plain, readers: plainReaders } = await openPlain();
  const urls = Array<string>(CLIENTS).fill(socketUrl(console_, console_.api.token));
  const readers = await startReaders({ urls, parseEvery: 100, compress: true });
  await sleep(3000);
  const rounds: { with: number; messages: number; latencies: readonly number[]; plain: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    progress(`${CLIENTS} clients, round ${round + 1} of ${ROUNDS}`);
    readers.reset();
    const spent = await spend(console_);
    const { messages, latencies } = await readers.report();
    rounds.push({ with: spent, messages: messages / SECONDS, latencies, plain: await plainRound(plain) });
  }
  readers.stop();
  plainReaders.stop();
  plain.stop();
  await sleep(1000);
  alone.push(await spend(console_), await spend(console_));
  return {
    micros: median(rounds.map((r) => ((r.with - median(alone)) * 1e6) / (r.messages * CLIENTS))),
    plainMicros: median(rounds.map((r) => r.plain)),
    eventsPerSecond: median(rounds.map((r) => r.messages)),
    p50: median(rounds.map((r) => percentile(r.latencies, 50))),
    p99: median(rounds.map((r) => percentile(r.latencies, 99))),
  };
};

const fanOut = (): Promise<Result[]> =>
  withConsole({ count: 4, queues: 10, agents: 60, eventsPerSecond: PBX_EVENTS }, async (console_) => {
    const { micros, plainMicros, eventsPerSecond, p50, p99 } = await compare(console_);
    const events = eventsPerSecond.toFixed(0);
    return [
      {
        goal: 'G4',
        what: `fan-out to ${CLIENTS} clients at ${events} events/s: CPU per event and client`,
        reached: `${micros.toFixed(2)} µs, 1/${(plainMicros / micros).toFixed(0)} of per-client JSON (${plainMicros.toFixed(1)} µs)`,
        aim: '≤ 1/45',
        met: micros * 45 <= plainMicros,
      },
      {
        goal: 'G4',
        what: `lateness at the client, p99 (p50), batches of ${BATCH_MS.of1000} ms`,
        reached: `${p99.toFixed(0)} ms (${p50.toFixed(0)} ms)`,
        aim: `≤ ${BATCH_MS.of1000 + 40} ms`,
        met: p99 <= BATCH_MS.of1000 + 40,
      },
      await sleepers(console_),
    ];
  });

/** Time limit for viewers who arrive at once, so that the benchmark ends on a console that cannot take them. */
const ARRIVAL_LIMIT_S = 90;

interface Arrival {
  /** Viewers who have their snapshots. */
  readonly live: number;
  /** Seconds until the last viewer was live. */
  readonly seconds: number;
  /** CPU seconds of the console above idle. */
  readonly cpu: number;
  /** Milliseconds from a viewer's QueueStatus to the last QueueStatusComplete. */
  readonly snapshots: readonly number[];
  readonly readers: Readers;
}

const arrive = async (console_: RunningConsole, urls: readonly string[], servers: number): Promise<Arrival> => {
  const idle = await spend(console_);
  const [cpu, started] = [console_.cpu(), performance.now()];
  const readers = await startReaders({ urls, parseEvery: 101, compress: true, opening: true, atOnce: { servers } });
  let seconds = 0;
  let snapshots: readonly number[] = [];
  for (let told = 0; snapshots.length < urls.length && seconds < ARRIVAL_LIMIT_S;) {
    await sleep(100);
    ({ snapshots } = await readers.report());
    seconds = (performance.now() - started) / 1000;
    if (seconds - told >= 5) {
      told = seconds;
      progress(`${snapshots.length} of ${urls.length} viewers are live`);
    }
  }
  return { live: snapshots.length, seconds, cpu: console_.cpu() - cpu - idle * seconds, snapshots, readers };
};

const HERD = { customers: 5, viewers: 500, servers: 4 } as const;

/** Viewers of five customers arrive at once, as after a restart. Those of one customer share its session. */
const herd = async (database: string, env: Readonly<Record<string, string>>): Promise<Result[]> =>
  withConsole(
    { count: HERD.servers, queues: 25, agents: 250, tenants: HERD.customers, eventsPerSecond: 1 },
    async (console_, serverIds) => {
      const tokens = await addCustomers(console_, serverIds, HERD.customers, 5);
      const urls = Array.from({ length: HERD.viewers }, (_, i) => socketUrl(console_, tokens[i % tokens.length] ?? ''));
      const rounds: Arrival[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const arrival = await arrive(console_, urls, HERD.servers);
        arrival.readers.stop();
        rounds.push(arrival);
        const last = Math.max(...arrival.snapshots);
        progress(
          `arrival ${round + 1} of ${ROUNDS} (${database}): ${arrival.cpu.toFixed(2)} s CPU, last ${last.toFixed(0)} ms`,
        );
        await sleep(2000);
      }
      const cpu = median(rounds.map((r) => r.cpu));
      const last = median(rounds.map((r) => (r.live < HERD.viewers ? Infinity : Math.max(...r.snapshots))));
      const what = `${HERD.viewers} viewers of ${HERD.customers} customers arrive at once (${database})`;
      return [
        {
          goal: 'G4',
          what: `${what}: CPU above idle`,
          reached: `${cpu.toFixed(2)} s`,
          aim: '≤ 0.5 s',
          met: cpu <= 0.5,
        },
        {
          goal: 'G4',
          what: `${what}: last snapshot`,
          reached: `${(last / 1000).toFixed(2)} s`,
          aim: '≤ 1.0 s',
          met: last <= 1000,
        },
      ];
    },
    env,
  );

const herds = async (): Promise<Result[]> => {
  const embedded = await herd('embedded', {});
  const postgres = await startPostgres();
  try {
    return [...embedded, ...(await herd('PostgreSQL', { DATABASE_URL: postgres.url }))];
  } finally {
    await postgres.close();
  }
};

const CUSTOMERS = 20;
const CUSTOMER_CLIENTS = 4000;

const customers = (): Promise<Result[]> =>
  withConsole(
    { count: 2, queues: 2 * CUSTOMERS, agents: 160, tenants: CUSTOMERS, eventsPerSecond: PBX_EVENTS * 2 },
    async (console_, serverIds) => {
      const tokens = await addCustomers(console_, serverIds, CUSTOMERS, 2);
      const urls = Array.from({ length: CUSTOMER_CLIENTS }, (_, i) =>
        socketUrl(console_, tokens[i % tokens.length] ?? ''),
      );
      const { live, seconds, readers } = await arrive(console_, urls, 2);
      await sleep(3000);
      const cores: number[] = [];
      const latencies: (readonly number[])[] = [];
      let cut = 0;
      for (let round = 0; round < ROUNDS; round++) {
        progress(`${live} clients, round ${round + 1} of ${ROUNDS}`);
        readers.reset();
        cores.push(await spend(console_));
        const report = await readers.report();
        latencies.push(report.latencies);
        cut = report.closed;
      }
      readers.stop();
      const p99 = median(latencies.map((l) => percentile(l, 99)));
      const p50 = median(latencies.map((l) => percentile(l, 50)));
      const what = `${CUSTOMER_CLIENTS} clients of ${CUSTOMERS} customers`;
      return [
        {
          goal: 'G4',
          what: `${what} arrive at once: live`,
          reached: `${live} in ${seconds.toFixed(1)} s`,
          aim: 'all in ≤ 10 s',
          met: live === CUSTOMER_CLIENTS && seconds <= 10,
        },
        {
          goal: 'G4',
          what: `${what}: the whole console, its database included`,
          reached: `${median(cores).toFixed(2)} of a core`,
          aim: '',
          met: null,
        },
        {
          goal: 'G4',
          what: `their lateness, p99 (p50), batches of ${BATCH_MS.of4000} ms`,
          reached: `${p99.toFixed(0)} ms (${p50.toFixed(0)} ms)${cut === 0 ? '' : `, ${cut} cut`}`,
          aim: `≤ ${BATCH_MS.of4000 + 40} ms`,
          met: p99 <= BATCH_MS.of4000 + 40,
        },
      ];
    },
  );

const ASLEEP = 40;
/** The kernel buffers some 10 MB per loopback reader before data queues in the console. */
const SLEEPERS_LIMIT_S = 90;

const cutSoFar = async (console_: RunningConsole): Promise<number> => {
  const metrics = await fetch(`${console_.url}/metrics`).then((r) => r.text());
  return Number(/^ringside_socket_cut_total(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1] ?? NaN);
};

/**
 * Readers that stop reading, without compression so that the kernel's buffers fill: measures when they are disconnected and the memory
 * used.
 */
const sleepers = async (console_: RunningConsole): Promise<Result> => {
  const urls = Array<string>(ASLEEP + 10).fill(socketUrl(console_, console_.api.token));
  const before = console_.memory();
  let most = before;
  let seconds = 0;
  const cutBefore = await cutSoFar(console_);
  const readers = await startReaders({ urls, parseEvery: 10, asleep: ASLEEP });
  let cut = 0;
  while (cut < ASLEEP && seconds < SLEEPERS_LIMIT_S) {
    await sleep(1000);
    seconds++;
    most = Math.max(most, console_.memory());
    cut = (await cutSoFar(console_)) - cutBefore;
  }
  readers.stop();
  return {
    goal: 'G4',
    what: `${ASLEEP} of ${ASLEEP + 10} readers fall asleep: cut, after, memory grown meanwhile`,
    reached: `${cut} cut, ${seconds} s, ${(most - before).toFixed(0)} MB`,
    aim: `all cut in ≤ 10 s, ≤ ${ASLEEP * 2} MB`,
    met: cut === ASLEEP && seconds <= 10 && most - before <= ASLEEP * 2,
  };
};

export const measure = async (): Promise<Result[]> => [...(await fanOut()), ...(await herds()), ...(await customers())];
