// Builds tables of the numbers that customers' plans currently refuse. They change with rates and terms, when a rate begins or ends, and at
// the start and end of peak hours.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { createPeakClock } from '@ringside/core/billing/rate-finder.ts';
import { refusalTable } from '@ringside/core/billing/refusal-table.ts';
import type { RefusalTable } from '@ringside/core/billing/refusal-table.ts';
import { ANY_NUMBER } from '@ringside/core/pbx/dialplan/rate-check-section.ts';
import { planAt } from './bills.ts';
import { assignmentsOf, versionsOf } from './queries.ts';
import type { StoredVersion } from './queries.ts';
import { versionAt } from './version-at.ts';
import type { RateTable, RateTables } from '../pbx/provisioning/rate-tables.ts';
import type { Db } from '../platform/db/connect.ts';
import { calendarOf, ratingPlanOf } from './plan/quote.ts';
import type { StoredRate } from './plan/rate-queries.ts';

interface PlanTables {
  /** Whether some rates apply at certain hours only. */
  readonly timed: boolean;
  readonly out: RateTable | null;
  readonly in: RateTable | null;
}

interface Known extends PlanTables {
  readonly revision: string;
  readonly version: number;
  readonly peak: boolean;
  isPeak(at: number): boolean;
  /** Half-open range (epoch ms) in which no rate begins or ends. */
  readonly from: number;
  readonly until: number;
}

const NONE: PlanTables = { timed: false, out: null, in: null };

const tableOf = (refusals: RefusalTable | null): RateTable | null => {
  if (refusals === null) return null;
  const entries = [...refusals.prefixes, [ANY_NUMBER, refusals.any] as const];
  const digest = createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 16);
  return { family: `ringside-rates-${digest}`, entries };
};

const peakClockOf = ({ terms }: StoredVersion): Known['isPeak'] => {
  const { timeZone, peak } = calendarOf(terms);
  return createPeakClock(timeZone, peak);
};

/** Whether the plan has blocked rates. */
const blockedRates = async (db: Db, planId: string): Promise<boolean> => {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select 1 from rates where plan_id = ${planId} and blocked) as any`.execute(db);
  return rows[0]?.any ?? false;
};

const boundariesOf = async (db: Db, planId: string, now: number): Promise<{ from: number; until: number }> => {
  const at = new Date(now);
  const { rows } = await sql<{ until: Date | null }>`select least(
      (select min(effective_from) from rates where plan_id = ${planId} and effective_from > ${at}),
      (select min(effective_until) from rates where plan_id = ${planId} and effective_until > ${at})) as until`.execute(
    db,
  );
  return { from: now, until: rows[0]?.until?.getTime() ?? Infinity };
};

const ratesNow = (db: Db, planId: string, now: number): Promise<StoredRate[]> =>
  db
    .selectFrom('rates')
    .selectAll()
    .where('planId', '=', planId)
    .where('effectiveFrom', '<=', new Date(now))
    .where((eb) => eb.or([eb('effectiveUntil', 'is', null), eb('effectiveUntil', '>', new Date(now))]))
    .execute();

const readTables = async (db: Db, version: StoredVersion, now: number): Promise<PlanTables> => {
  const refusesUnrated = version.terms.unratedPolicy === 'block';
  if (!refusesUnrated && !(await blockedRates(db, version.planId))) return NONE;
  const rates = await ratesNow(db, version.planId, now);
  const [outbound, inbound] = ['outbound', 'inbound'].map((way) => rates.filter(({ direction }) => direction === way));
  const plan = ratingPlanOf(version.terms, outbound ?? [], inbound ?? [], true);
  return {
    timed: rates.some(({ timing }) => timing !== 'any'),
    out: tableOf(refusalTable(plan.outbound, refusesUnrated, now)),
    // Inbound calls to a number without a rate are free.
    in: tableOf(refusalTable(plan.inbound, false, now)),
  };
};

export const createRateTables = (db: Db, now: () => number): RateTables => {
  const known = new Map<string, Known>();

  const tablesOf = async (version: StoredVersion, revision: string, at: number): Promise<PlanTables> => {
    const before = known.get(version.planId);
    const isPeak = peakClockOf(version);
    const peak = isPeak(at);
    const isSame = before?.revision === revision && before.version === version.number && before.peak === peak;
    if (isSame && before.from <= at && at < before.until) return before;
    const tables = await readTables(db, version, at);
    known.set(version.planId, {
      ...tables,
      ...{ revision, version: version.number, peak, isPeak },
      ...(await boundariesOf(db, version.planId, at)),
    });
    return tables;
  };

  return {
    of: async (customers) => {
      const at = now();
      const assignments = await assignmentsOf(db, [...customers.values()]);
      const versions = await versionsOf(db, [...new Set(assignments.map(({ planId }) => planId))]);
      const { rows } = await sql<{ id: string; revision: string }>`
        select id, rates_revision::text as revision from plans`.execute(db);
      const revisions = new Map(rows.map(({ id, revision }) => [id, revision]));
      const found = new Map<string, RateTable>();
      for (const [code, customerId] of customers) {
        const plan = planAt(assignments, customerId, at);
        if (plan === undefined) continue;
        const { planId } = plan;
        const tables = await tablesOf(versionAt(versions, planId, at), revisions.get(planId) ?? '', at);
        if (tables.out !== null) found.set(`out-${code}`, tables.out);
        if (tables.in !== null) found.set(`in-${code}`, tables.in);
      }
      return found;
    },
    changedHours: () => {
      const changed = [...known].filter(([, { timed, isPeak, peak }]) => timed && isPeak(now()) !== peak);
      for (const [planId] of changed) known.delete(planId);
      return changed.map(([planId]) => planId);
    },
  };
};
