// G2: 100 PBX links with 150 events a second, one write each, in one process. Compares its CPU time with a sink that only counts bytes, and
// measures the event loop delay while a report over raw rows runs in the embedded database's worker.
import { loadavg } from 'node:os';
import type { Result } from '../harness.ts';
import { median, progress, table } from '../harness.ts';
import { startStorm, takeStorm } from '../links.ts';
import type { Cost, Wanted } from '../links.ts';

const LINKS = 100;
const RATE = 150;
const ROUNDS = 5;
const SECONDS = 4;
/** The goal requires five million rows, which take minutes to create. One million rows make the report run long enough. */
const REPORT_ROWS = 1_000_000;

const row = (name: string, costs: readonly Cost[]): string[] => [
  name,
  median(costs.map((c) => c.micros)).toFixed(1),
  (median(costs.map((c) => c.events)) / SECONDS).toFixed(0),
];

export const measure = async (): Promise<Result[]> => {
  const { port, stop } = await startStorm(LINKS, RATE);
  const wanted: Wanted = { mode: 'count', port, links: LINKS, seconds: SECONDS, reportRows: 0 };
  const counted: Cost[] = [];
  const collected: Cost[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    progress(`round ${round + 1} of ${ROUNDS}`);
    counted.push(await takeStorm(wanted));
    collected.push(await takeStorm({ ...wanted, mode: 'collect' }));
  }
  progress('beside a report');
  const reporting = { ...wanted, seconds: 15, reportRows: REPORT_ROWS };
  const sink = await takeStorm(reporting);
  const busy = await takeStorm({ ...reporting, mode: 'collect' });
  stop();
  console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  console.log(
    table([
      ['', 'µs CPU per event', 'events/s'],
      row('byte-counting sink', counted),
      row('ringside, to wire text', collected),
    ]),
  );
  const times = median(collected.map((c) => c.micros)) / median(counted.map((c) => c.micros));
  return [
    {
      goal: 'G2',
      what: `${LINKS} links × ${RATE} events/s, one write each: CPU, of a byte-counting sink`,
      reached: `${times.toFixed(2)} ×`,
      aim: '≤ 1.3 ×',
      met: times <= 1.3,
    },
    {
      goal: 'G2',
      what: `event-loop delay p99.9 while a report over ${REPORT_ROWS / 1e6} million raw rows runs (${busy.reportSeconds.toFixed(1)} s each, ${busy.reports} done)`,
      reached: `${busy.delay.toFixed(1)} ms (a byte-counting sink beside the same report: ${sink.delay.toFixed(1)} ms)`,
      aim: '< 50 ms',
      met: busy.delay < 50,
    },
  ];
};
