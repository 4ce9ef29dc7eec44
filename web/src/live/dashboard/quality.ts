import type { QualityMinute, QualityRow } from '@ringside/core/live/state.ts';

/** Voice quality of one server, over all customers that the user sees. Times in milliseconds; null without reports. */
interface Quality {
  readonly reports: number;
  readonly lost: number;
  readonly remoteLost: number;
  /** Thousandths of a percent of the expected packets. */
  readonly lostShare: number | null;
  readonly roundTripMs: number | null;
  readonly jitterInMs: number | null;
  readonly jitterOutMs: number | null;
  /** One point per minute, oldest first; null without reports. */
  readonly lossLine: readonly (number | null)[];
  readonly roundTripLine: readonly (number | null)[];
  readonly jitterLine: readonly (number | null)[];
}

const MINUTE = 60_000;
const MINUTES = 30;

const ratio = (sum: number, count: number, scale: number): number | null => (count > 0 ? (sum / count) * scale : null);

/** Adds up quality reports. `now`: epoch ms on the server's clock; the lines end with its minute. */
export const sumQuality = (rows: readonly QualityRow[], now: number): Quality => {
  const sum = (pick: (row: QualityRow) => number): number => rows.reduce((n, row) => n + pick(row), 0);
  const reports = sum((r) => r.reports);
  const lost = sum((r) => r.lp);
  const last = Math.floor(now / MINUTE) * MINUTE;
  const minutes = Array.from({ length: MINUTES }, (_, i) => last - (MINUTES - 1 - i) * MINUTE);
  const line = (of: (group: readonly QualityMinute[]) => number | null): readonly (number | null)[] =>
    minutes.map((at) => of(rows.flatMap((r) => r.minutes.filter((m) => m.at === at))));
  const add = (group: readonly QualityMinute[], pick: (m: QualityMinute) => number): number =>
    group.reduce((n, m) => n + pick(m), 0);
  return {
    reports,
    lost,
    remoteLost: sum((r) => r.rlp),
    lostShare: ratio(lost, lost + sum((r) => r.rxcount), 100_000),
    roundTripMs: ratio(
      sum((r) => r.rtt),
      sum((r) => r.rttReports),
      1000,
    ),
    jitterInMs: ratio(
      sum((r) => r.rxjitter),
      reports,
      1000,
    ),
    jitterOutMs: ratio(
      sum((r) => r.txjitter),
      reports,
      1000,
    ),
    lossLine: line((g) =>
      ratio(
        add(g, (m) => m.lp),
        add(g, (m) => m.lp + m.rxcount),
        100,
      ),
    ),
    roundTripLine: line((g) =>
      ratio(
        add(g, (m) => m.rtt),
        add(g, (m) => m.rttReports),
        1000,
      ),
    ),
    jitterLine: line((g) =>
      ratio(
        add(g, (m) => m.rxjitter),
        add(g, (m) => m.reports),
        1000,
      ),
    ),
  };
};
