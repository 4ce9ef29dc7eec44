import { sql } from 'kysely';
import type { z } from 'zod';
import { microsOf, decimalOf } from '@ringside/core/base/micros.ts';
import { TERM_FIELDS } from '@ringside/core/contract/plan-terms.ts';
import { plans } from '@ringside/core/contract/plans.ts';
import type { PlanTerms } from '@ringside/core/contract/plan-terms.ts';
import type { CreatePlan } from '@ringside/core/contract/plans.ts';
import type { Db } from '../../db/connect.ts';
import { newId } from '../../db/new-id.ts';
import { raiseVersion } from '../../db/raise-version.ts';
import { refuseWhileUsed } from '../../db/refuse-while-used.ts';
import { createResourceStore } from '../../db/resource-store.ts';
import type { ResourceStore, StoredRow } from '../../db/resource-store.ts';
import type { Caller } from '../../http/context.ts';
import { Refusal } from '../../http/errors.ts';
import { copyRates } from './copy-rates.ts';

const select = (db: Db) =>
  db
    .selectFrom('plans as p')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('planVersions')
          .whereRef('planVersions.planId', '=', 'p.id')
          .select(['number as versionNumber', 'validFrom', 'terms'])
          // In force now; before there is one, the first to come.
          .orderBy(sql`valid_from <= now()`, (o) => o.desc().nullsLast())
          .orderBy(sql`case when valid_from <= now() then valid_from end`, (o) => o.desc().nullsLast())
          .orderBy(sql`case when valid_from <= now() then -number else number end`)
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
        .as('rateCount'),
      eb
        .selectFrom('customerPlans as cp')
        .whereRef('cp.planId', '=', 'p.id')
        .where(sql<boolean>`cp.valid_from <= now() and (cp.valid_until is null or cp.valid_until > now())`)
        .select(eb.fn.countAll<number>().as('n'))
        .as('customerCount'),
      eb
        .selectFrom('planCarriers as pc')
        .whereRef('pc.planId', '=', 'p.id')
        .select(eb.fn.countAll<number>().as('n'))
        .as('carrierCount'),
    ]);

/** `ratesOf`: a plan whose rates it begins with. */
type NewPlan = z.output<typeof CreatePlan> & { readonly ratesOf?: string };

/** One way to write an amount: `29.00`, whatever was sent. */
const money = (text: string): string => decimalOf(microsOf(text));

/** The named terms on top of others; amounts in their one form. */
export const mergeTerms = (base: PlanTerms, values: Partial<Record<keyof PlanTerms, unknown>>): PlanTerms => {
  const named = TERM_FIELDS.filter((field) => values[field] !== undefined).map((field) => [field, values[field]]);
  const merged = { ...base, ...(Object.fromEntries(named) as Partial<PlanTerms>) };
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

const hasTerms = (values: Readonly<Record<string, unknown>>): boolean =>
  TERM_FIELDS.some((field) => values[field] !== undefined);

/** A plan that nobody could have paid by yet is changed in place; any other gets a new version from now on. */
const changeTerms = async (
  tx: Db,
  caller: Caller,
  before: StoredRow,
  values: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const planId = String(before.id);
  const terms = JSON.stringify(mergeTerms(before['terms'] as PlanTerms, values));
  if (before['status'] === 'draft') {
    await tx
      .updateTable('planVersions')
      .set({ terms })
      .where('planId', '=', planId)
      .where('number', '=', Number(before['versionNumber']))
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
      validFrom: sql<Date>`now()`,
      terms,
      createdBy: caller.username,
    }))
    .execute();
};

const refuseStatus = (before: StoredRow, values: Readonly<Record<string, unknown>>): void => {
  const errors = [
    ...(values['status'] === 'draft' && before['status'] !== 'draft' ? ['status'] : []),
    // Rated calls and fees are in it.
    ...(values['currency'] !== undefined &&
    values['currency'] !== before['currency'] &&
    (before['status'] !== 'draft' || Number(before['rateCount']) > 0)
      ? ['currency']
      : []),
  ].map((path) => ({ path, code: 'immutable' }));
  if (errors.length > 0) throw new Refusal('conflict', { errors });
};

export const planStore = (db: Db): ResourceStore =>
  createResourceStore(db, plans, {
    select,
    scope: {},
    unique: { plans_name_key: 'name' },
    create: async (tx, caller, values) => {
      const { name, purpose, description, status, currency, ratesOf, ...terms } = values as NewPlan;
      const id = newId();
      await tx.insertInto('plans').values({ id, name, purpose, description, status, currency }).execute();
      await tx
        .insertInto('planVersions')
        .values({
          planId: id,
          number: 1,
          validFrom: status === 'active' ? sql<Date>`now()` : null,
          terms: JSON.stringify(mergeTerms(terms, {})),
          createdBy: caller.username,
        })
        .execute();
      if (ratesOf !== undefined) await copyRates(tx, ratesOf, id);
      return id;
    },
    update: async (tx, caller, before, values) => {
      refuseStatus(before, values);
      const { name, description, status, currency } = values;
      if (!(await raiseVersion(tx, 'plans', before, { name, description, status, currency }))) return false;
      if (hasTerms(values)) await changeTerms(tx, caller, before, values);
      if (status === 'active' && before['status'] === 'draft')
        await tx
          .updateTable('planVersions')
          .set({ validFrom: sql<Date>`now()` })
          .where('planId', '=', String(before.id))
          .where('number', '=', Number(before['versionNumber']))
          .where('validFrom', 'is', null)
          .execute();
      return true;
    },
    remove: async (tx, _caller, before) => {
      const id = String(before.id);
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
