// G4: one console, many browsers. CPU of fan-out per event and client (the whole console's CPU with clients less without)
// beside a gateway that makes JSON for each client; lateness; memory; readers that fall asleep.
import { startConsole } from '../../e2e/lab/console.ts';
import type { RunningConsole } from '../../e2e/lab/console.ts';
import { sleep } from '../../e2e/lab/lab.ts';
import { isUp, waitForLink } from '../../e2e/lab/tenants.ts';
import type { Result } from '../harness.ts';
import { median, percentile } from '../harness.ts';
import type { Load } from '../load.ts';
import { startLoad } from '../load.ts';
import { startPlainFanOut } from '../plain-fan-out.ts';
import { startReaders } from '../readers.ts';

const CLIENTS = 1000;
const SECONDS = 8;
const ROUNDS = 5;
/** The console's own longest wait before it sends, for so many clients (core of G4's aim: batch + 40 ms). */
const BATCH_MS = 50;

const addServers = async (console_: RunningConsole, load: Load): Promise<void> => {
  for (const [i, { host, port }] of load.addresses.entries()) {
    const body = {
      name: `PBX ${i + 1}`,
      amiHost: host,
      amiPort: port,
      amiUsername: load.username,
      amiSecret: load.secret,
    };
    const { id } = await console_.api.call<{ id: number }>('POST', '/endpoints', body);
    await waitForLink(console_, id, isUp);
  }
};

const socketUrl = (console_: RunningConsole): string =>
  `${console_.url.replace('http', 'ws')}/realtime?batch=1&token=${console_.api.token}`;

/** CPU seconds that the console spends in a while. */
const spend = async (console_: RunningConsole, seconds: number): Promise<number> => {
  const before = console_.cpu();
  await sleep(seconds * 1000);
  return console_.cpu() - before;
};

/** Microseconds per event and client of the plain gateway: fewer clients and events, for it cannot do more. */
const plainCost = async (): Promise<number> => {
  const plain = await startPlainFanOut();
  const clients = 200;
  const readers = await startReaders({
    urls: Array<string>(clients).fill(`ws://127.0.0.1:${plain.port}`),
    parseEvery: 100,
  });
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round++) samples.push(((await plain.run(50, 4)) * 1e6) / (50 * 4 * clients));
  readers.stop();
  plain.stop();
  return median(samples);
};

interface Cost {
  readonly micros: number;
  readonly latencies: readonly number[];
}

const ourCost = async (console_: RunningConsole): Promise<Cost> => {
  const alone: number[] = [];
  for (let round = 0; round < 3; round++) alone.push((await spend(console_, SECONDS)) / SECONDS);
  const readers = await startReaders({ urls: Array<string>(CLIENTS).fill(socketUrl(console_)), parseEvery: 100 });
  await sleep(3000);
  const micros: number[] = [];
  const latencies: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    readers.reset();
    const spent = (await spend(console_, SECONDS)) - median(alone) * SECONDS;
    const report = await readers.report();
    micros.push((spent * 1e6) / (report.messages * CLIENTS));
    latencies.push(...report.latencies);
  }
  readers.stop();
  return { micros: median(micros), latencies };
};

/** Readers that stop reading: how many are cut, and what the console's memory grows by meanwhile. */
const sleepers = async (console_: RunningConsole): Promise<{ cut: number; grown: number }> => {
  const before = console_.memory();
  const readers = await startReaders({ urls: Array<string>(50).fill(socketUrl(console_)), parseEvery: 10, asleep: 40 });
  await sleep(30_000);
  const grown = console_.memory() - before;
  readers.stop();
  await sleep(500);
  const cut = Number(
    /^ringside_socket_cut_total(?:\{[^}]*\})? (\d+)/m.exec(
      await fetch(`${console_.url}/metrics`).then((r) => r.text()),
    )?.[1] ?? NaN,
  );
  return { cut, grown };
};

export const measure = async (): Promise<Result[]> => {
  const load = await startLoad({ count: 4, queues: 10, agents: 60, eventsPerSecond: 125 });
  const console_ = await startConsole();
  try {
    await addServers(console_, load);
    const plain = await plainCost();
    const { micros, latencies } = await ourCost(console_);
    const late = percentile(latencies, 99);
    const { cut, grown } = await sleepers(console_);
    return [
      {
        goal: 'G4',
        what: `fan-out to ${CLIENTS} clients at 500 events/s: CPU per event and client`,
        reached: `${micros.toFixed(2)} µs, 1/${(plain / micros).toFixed(0)} of per-client JSON (${plain.toFixed(1)} µs)`,
        aim: '≤ 1/30',
        met: micros * 30 <= plain,
      },
      {
        goal: 'G4',
        what: 'lateness at the client, p99 (p50)',
        reached: `${late.toFixed(0)} ms (${percentile(latencies, 50).toFixed(0)} ms)`,
        aim: `≤ batch + 40 ms`,
        met: late <= BATCH_MS + 40,
      },
      {
        goal: 'G4',
        what: '40 of 50 readers asleep for 30 s: memory grown',
        reached: `${grown.toFixed(0)} MB${Number.isNaN(cut) ? '' : `, ${cut} cut`}`,
        aim: 'bounded',
        met: grown < 40 * 4,
      },
    ];
  } finally {
    await console_.close();
    await load.stop();
  }
};
