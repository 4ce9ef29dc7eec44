// Reads and writes the call centers of a user.
import type { Db } from '../../platform/db/connect.ts';
import { once } from '../../platform/db/once.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import type { Role } from './role-queries.ts';

/** Adds call centers to a user without any. `before`: call centers in which the user has been an agent until now. */
export const addCallcenters = async (
  tx: Db,
  userId: string,
  customerId: string | null,
  role: Role,
  wanted: readonly string[],
  before: readonly string[],
): Promise<void> => {
  const ids = [...new Set(wanted)];
  if (ids.length > 0) {
    const known = await once(tx, `callcenters ${customerId} ${ids.join()}`, () =>
      tx
        .selectFrom('callcenters')
        .select('id')
        .where('customerId', 'is not distinct from', customerId)
        .where('id', 'in', ids)
        .execute(),
    );
    if (known.length !== ids.length) {
      throw new Refusal('not-found', { errors: [{ path: 'callcenterIds', code: 'unknown' }] });
    }
  }
  if (ids.length === 0 && role.reach === 'team') {
    throw new Refusal('invalid', { errors: [{ path: 'callcenterIds', code: 'needs-callcenter' }] });
  }
  if (ids.length === 0 || customerId === null) return;
  await tx
    .insertInto('userCallcenters')
    .values(ids.map((callcenterId) => ({ userId, customerId, callcenterId })))
    .execute();
  if (role.reach === 'own') await refuseFullCallcenters(tx, ids, before);
};

export const setCallcenters = async (
  tx: Db,
  userId: string,
  customerId: string | null,
  role: Role,
  wanted: readonly string[],
  wasAgent: boolean,
): Promise<void> => {
  const before = await tx
    .deleteFrom('userCallcenters')
    .where('userId', '=', userId)
    .returning('callcenterId')
    .execute();
  await addCallcenters(tx, userId, customerId, role, wanted, wasAgent ? before.map((row) => row.callcenterId) : []);
};

/** Checks the agent limits of newly joined call centers. Existing members stay, even above a lowered limit. */
const refuseFullCallcenters = async (tx: Db, ids: readonly string[], before: readonly string[]): Promise<void> => {
  const joined = ids.filter((id) => !before.includes(id)).toSorted();
  for (const id of joined) {
    // Locked until the transaction ends, so that two callers cannot both take the last place.
    const callcenter = await tx
      .selectFrom('callcenters')
      .select(['name', 'maxAgents'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    const most = callcenter?.maxAgents ?? null;
    if (most === null) continue;
    const { n } = await tx
      .selectFrom('userCallcenters as t')
      .innerJoin('users as u', 'u.id', 't.userId')
      .innerJoin('roles as r', 'r.id', 'u.roleId')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('t.callcenterId', '=', id)
      .where('r.reach', '=', 'own')
      .executeTakeFirstOrThrow();
    if (Number(n) > most) {
      throw new Refusal('conflict', { errors: [{ path: 'callcenterIds', code: 'limit-reached', params: { most } }] });
    }
  }
};
