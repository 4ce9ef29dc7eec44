// Finds allowances that are currently used up.
import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
import { allowancesOfPeriod } from './allowances-of-period.ts';
import { planAt } from './bills.ts';
import { assignmentsOf, versionsOf } from './queries.ts';
import { keyOf, usesOf } from './use-queries.ts';
import { versionAt } from './version-at.ts';

interface SpentAllowance {
  readonly customerId: string;
  readonly customerName: string;
  readonly name: string;
  /** Start of the period, ISO 8601. */
  readonly periodStart: string;
}

/** Only for plans that notify or block when an allowance is used up. `now`: epoch ms. */
export const spentAllowances = async (db: Db, now: number): Promise<readonly SpentAllowance[]> => {
  const { rows } = await sql<{ id: string; name: string }>`select distinct c.id, c.name from customers c
    join customer_plans cp on cp.customer_id = c.id join plan_versions v on v.plan_id = cp.plan_id
    where c.status <> 'terminated' and v.terms ->> 'overageAction' in ('notify', 'block')
      and v.terms -> 'allowances' <> '[]' and exists (select 1 from allowance_uses u where u.customer_id = c.id)`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  const assignments = await assignmentsOf(db, ids);
  const versions = await versionsOf(db, [...new Set(assignments.map(({ planId }) => planId))]);
  const uses = new Map((await usesOf(db, ids)).map((use) => [keyOf(use), use]));
  return rows.flatMap(({ id, name: customerName }) => {
    const plan = planAt(assignments, id, now);
    if (plan === undefined || versionAt(versions, plan.planId, now).terms.overageAction === 'none') return [];
    return allowancesOfPeriod(plan, assignments, versions, uses, now + 1)
      .filter(({ included, left }) => included > 0 && left === 0)
      .map(({ name, periodStart }) => ({ customerId: id, customerName, name, periodStart }));
  });
};
