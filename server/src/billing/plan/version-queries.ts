// Reads and writes plan versions. Versions in force never change. Future ones can be changed or deleted.
import { LATER_TERMS } from '@ringside/core/contract/billing/plan-terms.ts';
import type { PlanTerms } from '@ringside/core/contract/billing/plan-terms.ts';
import type { PlanVersion } from '@ringside/core/contract/billing/plan.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { mergeTerms } from './queries.ts';
import { auditPlan } from './audit-plan.ts';
import type { PlanRow, TermChanges } from './queries.ts';
import { markAssignment, markPlan } from '../../pbx/provisioning/mark-queries.ts';
import { endPlans, rateAgain } from '../rate-again-queries.ts';

interface Stored {
  readonly number: number;
  readonly validFrom: Date | null;
  readonly terms: PlanTerms;
  readonly createdBy: string;
  readonly createdAt: Date;
}

const rowsOf = (db: Db, planId: string): Promise<Stored[]> =>
  db
    .selectFrom('planVersions')
    .select(['number', 'validFrom', 'terms', 'createdBy', 'createdAt'])
    .where('planId', '=', planId)
    .orderBy('number', 'desc')
    .execute();

const inForce = (rows: readonly Stored[], at: number): Stored | undefined =>
  rows
    .filter((row) => row.validFrom !== null && row.validFrom.getTime() <= at)
    .toSorted((a, b) => Number(b.validFrom) - Number(a.validFrom) || b.number - a.number)[0];

const toVersion = (row: Stored, current: Stored | undefined, now: number): PlanVersion => ({
  number: row.number,
  state:
    row.validFrom === null
      ? 'draft'
      : row.validFrom.getTime() > now
        ? 'scheduled'
        : row.number === current?.number
          ? 'current'
          : 'past',
  validFrom: row.validFrom?.toISOString() ?? null,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  terms: { ...LATER_TERMS, ...row.terms },
});

export const listVersions = async (db: Db, planId: string, now: number): Promise<PlanVersion[]> => {
  const rows = await rowsOf(db, planId);
  const current = inForce(rows, now);
  return rows.map((row) => toVersion(row, current, now));
};

/** Returns the terms for a call answered at `at`: of the version in force, otherwise of the first version. */
export const termsAt = async (
  db: Db,
  planId: string,
  at: number,
): Promise<{ readonly number: number; readonly terms: PlanTerms }> => {
  const rows = await rowsOf(db, planId);
  const row = inForce(rows, at) ?? rows.at(-1);
  if (row === undefined) throw new Refusal('not-found');
  return row;
};

type Values = TermChanges & { readonly validFrom?: string | null | undefined };

const momentOf = (validFrom: string | null | undefined, now: number): Date | null => {
  if (validFrom === undefined || validFrom === null) return null;
  const at = new Date(validFrom);
  // Tolerates one minute between filling in the form and this check.
  if (at.getTime() < now - 60_000) throw new Refusal('invalid', { errors: [{ path: 'validFrom', code: 'past' }] });
  return at.getTime() < now ? new Date(now) : at;
};

/** Locks the plan's row, so that changes are sequential. */
const locked = <T>(db: Db, plan: PlanRow, work: (tx: Db, rows: readonly Stored[]) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await tx.selectFrom('plans').select('id').where('id', '=', plan.id).forUpdate().execute();
    return work(tx, await rowsOf(tx, plan.id));
  });

const found = (rows: readonly Stored[], number: number, now: number): Stored => {
  const row = rows.find((one) => one.number === number);
  if (row === undefined) throw new Refusal('not-found');
  if (row.validFrom !== null && row.validFrom.getTime() <= now)
    throw new Refusal('conflict', { errors: [{ path: '', code: 'immutable' }] });
  return row;
};

const answer = async (tx: Db, plan: PlanRow, number: number, now: number): Promise<PlanVersion> => {
  const version = (await listVersions(tx, plan.id, now)).find((one) => one.number === number);
  if (version === undefined) throw new Refusal('not-found');
  return version;
};

export const createVersion = (
  db: Db,
  caller: Caller,
  plan: PlanRow,
  { validFrom, ...changes }: Values,
  now: number,
): Promise<PlanVersion> =>
  locked(db, plan, async (tx, rows) => {
    const newest = rows[0];
    if (newest === undefined) throw new Refusal('not-found');
    const number = newest.number + 1;
    const row = {
      number,
      validFrom: momentOf(validFrom, now),
      terms: mergeTerms(newest.terms, changes),
    };
    await tx
      .insertInto('planVersions')
      .values({ ...row, planId: plan.id, terms: JSON.stringify(row.terms), createdBy: caller.username })
      .execute();
    if (row.validFrom !== null) await markPlan(tx, plan.id);
    await auditPlan(tx, caller, plan, 'create-version', null, row);
    return answer(tx, plan, number, now);
  });

export const updateVersion = (
  db: Db,
  caller: Caller,
  plan: PlanRow,
  number: number,
  { validFrom: wanted, ...changes }: Values,
  now: number,
): Promise<PlanVersion> =>
  locked(db, plan, async (tx, rows) => {
    const before = found(rows, number, now);
    const validFrom = wanted === undefined ? before.validFrom : momentOf(wanted, now);
    const terms = mergeTerms(before.terms, changes);
    await tx
      .updateTable('planVersions')
      .set({ validFrom, terms: JSON.stringify(terms) })
      .where('planId', '=', plan.id)
      .where('number', '=', number)
      .execute();
    if (validFrom !== null) await markPlan(tx, plan.id);
    const { validFrom: was, terms: wasTerms } = before;
    await auditPlan(
      tx,
      caller,
      plan,
      'update-version',
      { number, validFrom: was, terms: wasTerms },
      { validFrom, terms },
    );
    return answer(tx, plan, number, now);
  });

export const removeVersion = (db: Db, caller: Caller, plan: PlanRow, number: number, now: number): Promise<void> =>
  locked(db, plan, async (tx, rows) => {
    const before = found(rows, number, now);
    // A plan always has terms.
    if (rows.length === 1) throw new Refusal('conflict', { errors: [{ path: '', code: 'immutable' }] });
    await tx.deleteFrom('planVersions').where('planId', '=', plan.id).where('number', '=', number).execute();
    await auditPlan(tx, caller, plan, 'remove-version', { number, terms: before.terms }, null);
  });

export interface StoredAssignment {
  readonly customerId: string;
  readonly customerName: string;
  readonly validFrom: Date;
  readonly validUntil: Date | null;
}

export const listAssignments = (db: Db, planId: string): Promise<StoredAssignment[]> =>
  db
    .selectFrom('customerPlans as cp')
    .innerJoin('customers as c', 'c.id', 'cp.customerId')
    .select(['cp.customerId', 'c.name as customerName', 'cp.validFrom', 'cp.validUntil'])
    .where('cp.planId', '=', planId)
    .orderBy('cp.validFrom', 'desc')
    .limit(1000)
    .execute();

/** Assigns the plan from `from` on. Ends the previous plan then and removes later assignments. Earlier ones stay. */
export const assign = (
  db: Db,
  caller: Caller,
  plan: PlanRow,
  customerId: string,
  from: Date,
  id: string,
): Promise<StoredAssignment> =>
  db.transaction().execute(async (tx) => {
    const customer = await tx
      .selectFrom('customers')
      .select(['id', 'name', 'currency'])
      .where('id', '=', customerId)
      .forUpdate()
      .executeTakeFirst();
    if (customer === undefined) throw new Refusal('not-found', { errors: [{ path: 'customerId', code: 'unknown' }] });
    if (plan.purpose === 'carrier')
      throw new Refusal('conflict', { errors: [{ path: 'customerId', code: 'plan-of-carrier' }] });
    if (plan.status !== 'active')
      throw new Refusal('conflict', { errors: [{ path: 'status', code: 'plan-not-active' }] });
    if (customer.currency !== plan.currency)
      throw new Refusal('conflict', {
        errors: [
          {
            path: 'customerId',
            code: 'other-currency',
            params: { currency: customer.currency, plan: plan.currency },
          },
        ],
      });
    await tx.deleteFrom('customerPlans').where('customerId', '=', customerId).where('validFrom', '>=', from).execute();
    const since = await endPlans(tx, customerId, from);
    await tx
      .insertInto('customerPlans')
      .values({ id, customerId, planId: plan.id, validFrom: from, createdBy: caller.username })
      .execute();
    await rateAgain(tx, customerId, since ?? from);
    await markAssignment(tx, customerId);
    await writeAudit(tx, caller, {
      customerId,
      action: 'assign-plan',
      resource: 'customer',
      resourceId: customerId,
      resourceName: customer.name,
      before: null,
      after: { plan: plan.name, planId: plan.id, validFrom: from.toISOString() },
    });
    return { customerId, customerName: customer.name, validFrom: from, validUntil: null };
  });
