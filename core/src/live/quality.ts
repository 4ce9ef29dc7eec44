// Sums RTPAUDIOQOS reports and keeps the last 30 minutes by minute.
import type { LiveEvent } from './event.ts';
import type { QualityMinute, QualityRow, QualitySums } from './state.ts';

type QualityEvent = Extract<LiveEvent, { kind: 'quality' }>;

type QualityReport = Pick<QualityEvent, 'at' | 'lp' | 'rlp' | 'rxcount' | 'txcount' | 'rtt' | 'rxjitter' | 'txjitter'>;

const MINUTE = 60_000;
const KEPT = 30;

const NONE: QualitySums = { reports: 0, lp: 0, rlp: 0, rxcount: 0, rtt: 0, rttReports: 0, rxjitter: 0, txjitter: 0 };

/** Returns the sums and the minute with the report added. `row`: the sums so far. */
export const addReport = (
  row: QualityRow | undefined,
  e: QualityReport,
): { readonly sums: QualitySums; readonly minute: QualityMinute } => {
  const base: QualitySums = row ?? NONE;
  const at = Math.floor(e.at / MINUTE) * MINUTE;
  const last = row?.minutes.at(-1);
  // A late report (from merging the clocks of two nodes) counts in the newest minute, so the order is kept.
  const current = last && last.at >= at ? last : null;
  const rtt = e.rtt ?? 0;
  const rttReports = e.rtt === null ? 0 : 1;
  return {
    sums: {
      reports: base.reports + 1,
      lp: base.lp + e.lp,
      rlp: base.rlp + e.rlp,
      rxcount: base.rxcount + e.rxcount,
      rtt: base.rtt + rtt,
      rttReports: base.rttReports + rttReports,
      rxjitter: base.rxjitter + e.rxjitter,
      txjitter: base.txjitter + e.txjitter,
    },
    minute: {
      at: current?.at ?? at,
      reports: (current?.reports ?? 0) + 1,
      lp: (current?.lp ?? 0) + e.lp,
      rxcount: (current?.rxcount ?? 0) + e.rxcount,
      rtt: (current?.rtt ?? 0) + rtt,
      rttReports: (current?.rttReports ?? 0) + rttReports,
      rxjitter: (current?.rxjitter ?? 0) + e.rxjitter,
    },
  };
};

/** Returns the row after the event: its sums, and its minute in place of the same minute before. */
export const withReport = (row: QualityRow | undefined, e: QualityEvent): QualityRow => {
  const { serverId, owner, sums, minute } = e;
  const others = (row?.minutes ?? []).filter((m) => m.at !== minute.at);
  const after = others.findIndex((m) => m.at > minute.at);
  const minutes = after === -1 ? [...others, minute] : others.toSpliced(after, 0, minute);
  const newest = minutes.at(-1)?.at ?? minute.at;
  return { serverId, owner, ...sums, minutes: minutes.filter((m) => m.at > newest - KEPT * MINUTE) };
};
