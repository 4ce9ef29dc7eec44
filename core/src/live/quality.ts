// Sums RTPAUDIOQOS reports and keeps the last 30 minutes by minute.
import type { LiveEvent } from './event.ts';
import type { QualityMinute, QualityRow } from './state.ts';

type Report = Extract<LiveEvent, { kind: 'quality' }>;

const MINUTE = 60_000;
const KEPT = 30;

/** Returns the row with the report added. */
export const addQuality = (row: QualityRow | undefined, e: Report): QualityRow => {
  const base: QualityRow = row ?? {
    serverId: e.serverId,
    owner: e.owner,
    reports: 0,
    lp: 0,
    rlp: 0,
    rxcount: 0,
    rtt: 0,
    rttReports: 0,
    rxjitter: 0,
    txjitter: 0,
    minutes: [],
  };
  return {
    ...base,
    reports: base.reports + 1,
    lp: base.lp + e.lp,
    rlp: base.rlp + e.rlp,
    rxcount: base.rxcount + e.rxcount,
    rtt: base.rtt + (e.rtt ?? 0),
    rttReports: base.rttReports + (e.rtt === null ? 0 : 1),
    rxjitter: base.rxjitter + e.rxjitter,
    txjitter: base.txjitter + e.txjitter,
    minutes: addMinute(base.minutes, e),
  };
};

const addMinute = (minutes: readonly QualityMinute[], e: Report): readonly QualityMinute[] => {
  const at = Math.floor(e.at / MINUTE) * MINUTE;
  const last = minutes.at(-1);
  // A late report (from merging the clocks of two nodes) counts in the newest minute, so the order is kept.
  const current = last && last.at >= at ? last : null;
  const sum: QualityMinute = {
    at: current?.at ?? at,
    reports: (current?.reports ?? 0) + 1,
    lp: (current?.lp ?? 0) + e.lp,
    rxcount: (current?.rxcount ?? 0) + e.rxcount,
    rtt: (current?.rtt ?? 0) + (e.rtt ?? 0),
    rttReports: (current?.rttReports ?? 0) + (e.rtt === null ? 0 : 1),
    rxjitter: (current?.rxjitter ?? 0) + e.rxjitter,
  };
  const kept = current ? minutes.slice(0, -1) : minutes;
  return [...kept, sum].filter((m) => m.at > sum.at - KEPT * MINUTE);
};
