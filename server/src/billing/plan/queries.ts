import { withChanges } from '@ringside/core/base/with-changes.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { microsOf, decimalOf } from '@ringside/core/base/micros.ts';
import { plans } from '@ringside/core/contract/billing/plan.ts';
import type { PlanTerms } from '@ringside/core/contract/billing/plan-terms.ts';
import type { CreatePlan } from '@ringside/core/contract/billing/plan.ts';
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';
import { raiseVersion } from '../../platform/db/rows/raise-version.ts';
import { refuseWhileUsed } from '../../platform/db/rows/refuse-while-used.ts';
import { createResourceStore } from '../../platform/db/rows/resource-store.ts';
import type { RowFrom } from '../../platform/db/rows/list-rows.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { markChangedPlans } from '../../pbx/provisioning/mark-changes.ts';
import { noteRatesChanged } from './rates-changed-queries.ts';

/** Copies all rates that have not ended to another plan. */
const copyRates = async (tx: Db, fromPlan: string, toPlan: string): Promise<void> => {
  await sql`insert into rates (id, plan_id, direction, prefix, timing, destination_name, destination_group, connect_fee,
      rate_per_minute, initial_seconds, increment_seconds, free_seconds, grace_seconds, min_charge, max_charge, blocked,
      effective_from, effective_until)
    select gen_random_uuid(), ${toPlan}, direction, prefix, timing, destination_name, destination_group, connect_fee,
      rate_per_minute, initial_seconds, increment_seconds, free_seconds, grace_seconds, min_charge, max_charge, blocked,
      effective_from, effective_until
    from rates where plan_id = ${fromPlan} and (effective_until is null or effective_until > console_now())`.execute(
    tx,
  );
};

const select = (db: Db) =>
  db
    .selectFrom('plans as p')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('planVersions')
          .whereRef('planVersions.planId', '=', 'p.id')
          .select(['number as versionNumber', 'validFrom', 'terms'])
          // The version in force; otherwise the first scheduled one.
          .orderBy(sql`valid_from <= console_now()`, (o) => o.desc().nullsLast())
          .orderBy(sql`case when valid_from <= console_now() then valid_from end`, (o) => o.desc().nullsLast())
          .orderBy(sql`case when valid_from <= console_now() then -number else number end`)
          .limit(1)
          .as('v'),
      (join) => join.onTrue(),
    )
    .select(['p.id', 'p.name', 'p.purpose', 'p.description', 'p.status', 'p.currency'])
    .select(['p.createdAt', 'p.updatedAt', 'p.version'])
    .select(['v.versionNumber', 'v.validFrom', 'v.terms'])
    .select((eb) => [
      eb
        .selectFrom('rates')
        .whereRef('rates.planId', '=', 'p.id')
        .select(eb.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('rateCount'),
      eb
        .selectFrom('customerPlans as cp')
        .whereRef('cp.planId', '=', 'p.id')
        .where(
          sql<boolean>`cp.valid_from <= console_now() and (cp.valid_until is null or cp.valid_until > console_now())`,
        )
        .select(eb.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('customerCount'),
      eb
        .selectFrom('planCarriers as pc')
        .whereRef('pc.planId', '=', 'p.id')
        .select(eb.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('carrierCount'),
    ]);

export type PlanRow = RowFrom<typeof select>;

/** `ratesOf`: id of a plan whose rates are copied. */
type NewPlan = z.output<typeof CreatePlan> & { readonly ratesOf?: string };

/** Normalizes an amount, such as `29.00`. */
const money = (text: string): string => decimalOf(microsOf(text));

export type TermChanges = { readonly [Term in keyof PlanTerms]?: PlanTerms[Term] | undefined };

/** Applies changes to terms and normalizes amounts. */
export const mergeTerms = (base: PlanTerms, changes: TermChanges): PlanTerms => {
  const merged = withChanges(base, changes);
  return {
    ...merged,
    fixedFee: money(merged.fixedFee),
    setupFee: money(merged.setupFee),
    freeCredit: money(merged.freeCredit),
    defaultRatePerMinute: money(merged.defaultRatePerMinute),
    unitFees: merged.unitFees.map(({ tiers, ...fee }) => ({
      ...fee,
      unitPrice: money(fee.unitPrice),
      ...(tiers ? { tiers: tiers.map((tier) => ({ ...tier, unitPrice: money(tier.unitPrice) })) } : {}),
    })),
  };
};

const hasTerms = (changes: TermChanges): boolean => Object.values(changes).some((value) => value !== undefined);

/** Changes the terms of a draft in place. For other plans, adds a version that starts now. */
const changeTerms = async (tx: Db, caller: Caller, before: PlanRow, changes: TermChanges): Promise<void> => {
  const planId = before.id;
  const terms = JSON.stringify(mergeTerms(before.terms, changes));
  if (before.status === 'draft') {
    await tx
      .updateTable('planVersions')
      .set({ terms })
      .where('planId', '=', planId)
      .where('number', '=', before.versionNumber)
      .execute();
    return;
  }
  await tx
    .insertInto('planVersions')
    .values((eb) => ({
      planId,
      number: eb
        .selectFrom('planVersions')
        .where('planId', '=', planId)
        .select(sql<number>`max(number) + 1`.as('next')),
      validFrom: sql<Date>`console_now()`,
      terms,
      createdBy: caller.username,
    }))
    .execute();
};

const refuseStatus = (before: PlanRow, values: Readonly<Record<string, unknown>>): void => {
  const errors = [
    ...(values['status'] === 'draft' && before.status !== 'draft' ? ['status'] : []),
    // Existing ratings and fees use the currency.
    ...(values['currency'] !== undefined &&
    values['currency'] !== before.currency &&
    (before.status !== 'draft' || before.rateCount > 0)
      ? ['currency']
      : []),
  ].map((path) => ({ path, code: 'immutable' }));
  if (errors.length > 0) throw new Refusal('conflict', { errors });
};

export const planStore = (db: Db) =>
  createResourceStore(db, plans, {
    select,
    changed: markChangedPlans,
    scope: {},
    unique: { plans_name_key: 'name' },
    create: async (tx, caller, values) => {
      const { name, purpose, description, status, currency, ratesOf, ...terms }: NewPlan = values;
      const id = newId();
      await tx.insertInto('plans').values({ id, name, purpose, description, status, currency }).execute();
      await tx
        .insertInto('planVersions')
        .values({
          planId: id,
          number: 1,
          validFrom: status === 'active' ? sql<Date>`console_now()` : null,
          terms: JSON.stringify(mergeTerms(terms, {})),
          createdBy: caller.username,
        })
        .execute();
      if (ratesOf !== undefined) {
        await copyRates(tx, ratesOf, id);
        await noteRatesChanged(tx, id);
      }
      return id;
    },
    update: async (tx, caller, before, values) => {
      refuseStatus(before, values);
      const { name, description, status, currency, ...terms } = values;
      if (!(await raiseVersion(tx, plans, before, { name, description, status, currency }))) return false;
      if (hasTerms(terms)) await changeTerms(tx, caller, before, terms);
      if (status === 'active' && before.status === 'draft')
        await tx
          .updateTable('planVersions')
          .set({ validFrom: sql<Date>`console_now()` })
          .where('planId', '=', before.id)
          .where('number', '=', before.versionNumber)
          .where('validFrom', 'is', null)
          .execute();
      return true;
    },
    remove: async (tx, _caller, before) => {
      const id = before.id;
      await refuseWhileUsed([
        {
          resource: 'customer',
          rows: tx
            .selectFrom('customerPlans as cp')
            .innerJoin('customers as c', 'c.id', 'cp.customerId')
            .select('c.name')
            .where('cp.planId', '=', id),
        },
      ]);
      await tx.deleteFrom('plans').where('id', '=', id).execute();
    },
  });
