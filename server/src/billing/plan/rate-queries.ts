// Reads and writes the rates of a plan. Rates in force are not changed: they end, and a new one starts.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { decimalOf, microsOf } from '@ringside/core/base/micros.ts';
import type { CreateRate, Rate, UpdateRate } from '@ringside/core/contract/billing/rates.ts';
import type { Db } from '../../platform/db/connect.ts';
import { findRow, listRows } from '../../platform/db/rows/list-rows.ts';
import type { ListRequest } from '../../platform/db/rows/list-rows.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { RowOf } from '../../platform/db/schema.ts';
import { uniqueRefusal } from '../../platform/db/rows/unique-refusal.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { auditPlan } from './audit-plan.ts';
import type { AuditedPlan } from './audit-plan.ts';
import { noteRatesChanged } from './rates-changed-queries.ts';

export type StoredRate = RowOf<'rates'>;

/** Start of a rate without a start date. */
export const ALWAYS = new Date(0);

const select = (db: Db, planId: string) => db.selectFrom('rates').selectAll().where('planId', '=', planId);

const money = (text: string): string => decimalOf(microsOf(text));

export const toRate = (row: StoredRate): Rate => ({
  ...row,
  direction: row.direction,
  timing: row.timing,
  connectFee: money(row.connectFee),
  ratePerMinute: money(row.ratePerMinute),
  minCharge: row.minCharge === null ? null : money(row.minCharge),
  maxCharge: row.maxCharge === null ? null : money(row.maxCharge),
  effectiveFrom: row.effectiveFrom.toISOString(),
  effectiveUntil: row.effectiveUntil?.toISOString() ?? null,
});

const SHAPE = {
  searchable: ['destinationName', 'destinationGroup'],
  filters: ['direction'],
  textFields: new Set(['destinationName']),
  defaultSort: 'prefix',
};

interface RatesRequest extends ListRequest {
  readonly direction?: string | undefined;
  readonly at?: string | undefined;
}

/** Searches by digits (prefixes that start with them, and prefixes of that number) or by destination. */
export const listRates = async (
  db: Db,
  planId: string,
  request: RatesRequest,
): Promise<{ readonly rows: StoredRate[]; readonly total: number }> => {
  const digits = request.q?.replace(/^(\+|00)|[\s()-]/g, '') ?? '';
  const byPrefix = /^[0-9]+$/.test(digits);
  const conditions: RawBuilder<SqlBool>[] = [];
  if (byPrefix) conditions.push(sql<SqlBool>`(row.prefix like ${`${digits}%`} or ${digits} like row.prefix || '%')`);
  if (request.at !== undefined)
    conditions.push(
      sql<SqlBool>`row.effective_from <= ${request.at}::timestamptz
        and (row.effective_until is null or row.effective_until > ${request.at}::timestamptz)`,
    );
  const query = { ...request, q: byPrefix ? undefined : request.q };
  return listRows<StoredRate>(db, select(db, planId), SHAPE, conditions, query);
};

/** Yields all rates of a direction in batches, ordered by prefix. */
export async function* readRates(
  db: Db,
  planId: string,
  direction: StoredRate['direction'],
): AsyncGenerator<StoredRate[]> {
  const size = 5000;
  let after: StoredRate | undefined;
  for (;;) {
    let query = select(db, planId).where('direction', '=', direction);
    if (after !== undefined) {
      const { prefix, timing, effectiveFrom } = after;
      query = query.where(sql<SqlBool>`(prefix, timing, effective_from) > (${prefix}, ${timing}, ${effectiveFrom})`);
    }
    const rows = await query.orderBy('prefix').orderBy('timing').orderBy('effectiveFrom').limit(size).execute();
    yield rows;
    after = rows.at(-1);
    if (rows.length < size) return;
  }
}

/** Returns the rates that can match a number with these digits at any time. */
export const candidateRates = (
  db: Db,
  planId: string,
  direction: StoredRate['direction'],
  digits: string,
): Promise<StoredRate[]> => {
  const prefixes = Array.from({ length: Math.min(24, digits.length) }, (_, i) => digits.slice(0, i + 1));
  if (prefixes.length === 0) return Promise.resolve([]);
  return select(db, planId).where('direction', '=', direction).where('prefix', 'in', prefixes).execute();
};

const UNIQUE = { rates_start_key: 'prefix' };

const transact = async <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> => {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    throw uniqueRefusal(error, UNIQUE);
  }
};

const refuseBackwards = (from: Date, until: Date | null): void => {
  if (until !== null && until <= from)
    throw new Refusal('invalid', { errors: [{ path: 'effectiveUntil', code: 'before-start' }] });
};

const oneOf = async (tx: Db, planId: string, id: string): Promise<StoredRate> => {
  const row = await findRow<StoredRate>(tx, select(tx, planId), [], id);
  if (row === null) throw new Refusal('not-found');
  return row;
};

export const addRate = (
  db: Db,
  caller: Caller,
  plan: AuditedPlan,
  values: CreateRate,
  now: Date,
): Promise<StoredRate> =>
  transact(db, async (tx) => {
    const planId = plan.id;
    const { direction, prefix, timing } = values;
    const known = await select(tx, planId)
      .where('direction', '=', direction)
      .where('prefix', '=', prefix)
      .where('timing', '=', timing)
      .limit(1)
      .executeTakeFirst();
    const from = values.effectiveFrom === undefined ? null : new Date(values.effectiveFrom);
    const effectiveFrom = from ?? (known === undefined ? ALWAYS : now);
    const effectiveUntil = values.effectiveUntil === null ? null : new Date(values.effectiveUntil);
    refuseBackwards(effectiveFrom, effectiveUntil);
    const id = newId();
    await tx
      .insertInto('rates')
      .values({ ...values, id, planId, effectiveFrom, effectiveUntil })
      .execute();
    await noteRatesChanged(tx, plan.id);
    await auditPlan(tx, caller, plan, 'add-rate', null, { ...values, effectiveFrom });
    return oneOf(tx, planId, id);
  });

/** Returns whether no call can have used the rate: the plan is a draft, or the rate starts later. */
const isOpen = (plan: AuditedPlan, row: StoredRate, now: Date): boolean =>
  plan.status === 'draft' || row.effectiveFrom > now;

export const changeRate = (
  db: Db,
  caller: Caller,
  plan: AuditedPlan,
  rateId: string,
  values: UpdateRate,
  now: Date,
): Promise<StoredRate> =>
  transact(db, async (tx) => {
    const planId = plan.id;
    const before = await oneOf(tx, planId, rateId);
    const { effectiveUntil: untilText, ...price } = values;
    const until = untilText === undefined ? before.effectiveUntil : untilText === null ? null : new Date(untilText);
    const changesPrice = Object.values(price).some((value) => value !== undefined);
    const open = isOpen(plan, before, now);
    if (!open && before.effectiveUntil !== null && before.effectiveUntil <= now)
      throw new Refusal('conflict', { errors: [{ path: '', code: 'immutable' }] });
    const next = !open && changesPrice;
    refuseBackwards(next ? now : before.effectiveFrom, until);
    if (!open && !next && until !== null && until < now)
      throw new Refusal('invalid', { errors: [{ path: 'effectiveUntil', code: 'past' }] });
    const id = next ? newId() : rateId;
    if (next) {
      await tx.updateTable('rates').set({ effectiveUntil: now }).where('id', '=', rateId).execute();
      const { version: _version, ...kept } = before;
      await tx
        .insertInto('rates')
        .values({ ...kept, ...price, id, effectiveFrom: now, effectiveUntil: until })
        .execute();
    } else {
      await tx
        .updateTable('rates')
        .set({ ...price, effectiveUntil: until, version: sql<number>`version + 1` })
        .where('id', '=', rateId)
        .execute();
    }
    const after = await oneOf(tx, planId, id);
    await noteRatesChanged(tx, plan.id);
    await auditPlan(tx, caller, plan, 'change-rate', toRate(before), toRate(after));
    return after;
  });

export const dropRate = (db: Db, caller: Caller, plan: AuditedPlan, rateId: string, now: Date): Promise<void> =>
  transact(db, async (tx) => {
    const before = await oneOf(tx, plan.id, rateId);
    if (isOpen(plan, before, now)) await tx.deleteFrom('rates').where('id', '=', rateId).execute();
    else if (before.effectiveUntil === null || before.effectiveUntil > now)
      await tx.updateTable('rates').set({ effectiveUntil: now }).where('id', '=', rateId).execute();
    else throw new Refusal('conflict', { errors: [{ path: '', code: 'immutable' }] });
    await noteRatesChanged(tx, plan.id);
    await auditPlan(tx, caller, plan, 'remove-rate', toRate(before), null);
  });
