// Assigns carrier plans to trunks.
import { sql } from 'kysely';
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';
import { uniqueRefusal } from '../../platform/db/rows/unique-refusal.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { auditPlan } from './audit-plan.ts';
import type { PlanRow } from './queries.ts';

const rowsOf = (db: Db, planId: string) =>
  db
    .selectFrom('planCarriers as pc')
    .innerJoin('endpoints as e', 'e.id', 'pc.serverId')
    .leftJoin('trunks as t', (join) =>
      join.onRef('t.serverId', '=', 'pc.serverId').on(sql<boolean>`pc.device = 'PJSIP/trunk.' || t.code`),
    )
    .where('pc.planId', '=', planId)
    .select(['pc.id', 'pc.serverId', 'e.name as serverName', 'pc.device', 't.name as trunkName'])
    .select(['pc.createdBy', 'pc.createdAt']);

export type StoredCarrier = Awaited<ReturnType<typeof listCarriers>>[number];

export const listCarriers = (db: Db, planId: string) =>
  rowsOf(db, planId).orderBy('e.name').orderBy('pc.device').limit(1000).execute();

export const bindCarrier = async (
  db: Db,
  caller: Caller,
  plan: PlanRow,
  { serverId, device }: { readonly serverId: number; readonly device: string },
): Promise<StoredCarrier> => {
  if (plan.purpose !== 'carrier')
    throw new Refusal('conflict', { errors: [{ path: 'device', code: 'plan-of-customers' }] });
  try {
    return await db.transaction().execute(async (tx) => {
      const server = await tx.selectFrom('endpoints').select('id').where('id', '=', serverId).executeTakeFirst();
      if (server === undefined) throw new Refusal('not-found', { errors: [{ path: 'serverId', code: 'unknown' }] });
      const id = newId();
      const planId = plan.id;
      await tx
        .insertInto('planCarriers')
        .values({ id, planId, serverId, device, createdBy: caller.username })
        .execute();
      await auditPlan(tx, caller, plan, 'bind-carrier', null, { serverId, device });
      return rowsOf(tx, planId).where('pc.id', '=', id).executeTakeFirstOrThrow();
    });
  } catch (error) {
    throw uniqueRefusal(error, { plan_carriers_device_key: 'device' });
  }
};

export const unbindCarrier = (db: Db, caller: Caller, plan: PlanRow, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .deleteFrom('planCarriers')
      .where('planId', '=', plan.id)
      .where('id', '=', id)
      .returning(['serverId', 'device'])
      .executeTakeFirst();
    if (row === undefined) throw new Refusal('not-found');
    await auditPlan(tx, caller, plan, 'unbind-carrier', row, null);
  });
