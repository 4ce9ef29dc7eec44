// A month of calls as two PBX servers write them into Master.csv, each in its own local time, and the expected figures.
import { pick } from './kind.ts';
import { KINDS } from './kinds.ts';
import { createWriter } from './master-csv.ts';
import type { Random, Row } from './master-csv.ts';
import type { Connected } from './rating.ts';
import type { Tenant } from './tenants.ts';
import type { Zone } from './zones.ts';
import { changesOf, midnightOf, nextMonth } from './zones.ts';

export interface ExpectedCall {
  readonly linkedid: string;
  readonly customer: string;
  readonly pbx: Zone;
  readonly direction: Connected['direction'];
  readonly status: string;
  /** Start in epoch milliseconds, in whole seconds as Asterisk writes it. */
  readonly startAt: number;
  /** Connected leg of the call and its onward legs. Empty if it was never connected. */
  readonly legs: readonly Connected[];
  /** Rows of Master.csv. */
  readonly rows: readonly Row[];
}

/** Three of ten calls are around the clock change of the PBX. The others are anywhere from 3 hours before the month to 3 hours after it. */
const answerIn = (month: string, tenant: Tenant, pbx: Zone, random: Random): number => {
  const [from, to] = [midnightOf(month, tenant.zone), midnightOf(nextMonth(month), tenant.zone)];
  const changes = Object.values(changesOf(Number(month.slice(0, 4)), pbx)).filter((at) => at > from && at < to);
  const [change] = changes;
  if (change !== undefined && random() < 0.3) return change + Math.floor((random() - 0.5) * 4 * 3_600_000);
  return from - 3 * 3_600_000 + Math.floor(random() * (to - from + 6 * 3_600_000));
};

const secondsOfTalk = (random: Random): number => {
  const chance = random();
  if (chance < 0.15) return 1 + random() * 8;
  return chance < 0.95 ? 8 + random() * 400 : 400 + random() * 8000;
};

/** Answers at most one call of a customer per second, so that the order is known. */
export const makeMonth = (
  month: string,
  tenants: readonly Tenant[],
  count: number,
  random: Random,
): readonly ExpectedCall[] => {
  const taken = new Set<string>();
  const calls: ExpectedCall[] = [];
  while (calls.length < count) {
    const tenant = pick(tenants, random);
    const pbx = pick(tenant.pbxs, random);
    const answer = answerIn(month, tenant, pbx, random);
    const second = `${tenant.code} ${Math.floor(answer / 1000)}`;
    if (taken.has(second)) continue;
    taken.add(second);
    const start = answer - 1 - Math.floor(random() * 12_000);
    const end = answer + Math.floor(secondsOfTalk(random) * 1000);
    const writer = createWriter(tenant, pbx, random, calls.length + 1, start);
    const share = random();
    let below = 0;
    const [, kind] = KINDS.find(([part]) => share < (below += part)) ?? KINDS[0]!;
    const { direction, status, legs } = kind(writer, { tenant, random, start, answer, end });
    const { linkedid, rows } = writer;
    const own = legs.map((leg): Connected => ({ ...leg, customer: tenant.code }));
    calls.push({
      linkedid,
      customer: tenant.code,
      pbx,
      direction,
      status,
      startAt: Math.floor(start / 1000) * 1000,
      legs: own,
      rows,
    });
  }
  return calls;
};

/** Rows in the order in which the PBX writes them: by end. */
export const masterCsv = (calls: readonly ExpectedCall[], pbx: Zone): string =>
  calls
    .filter((call) => call.pbx === pbx)
    .flatMap(({ rows }) => rows)
    .toSorted((a, b) => a.endAt - b.endAt)
    .map(({ text }) => `${text}\n`)
    .join('');
