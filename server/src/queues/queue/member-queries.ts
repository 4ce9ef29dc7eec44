// Reads and writes the members of a queue: static members, and dynamic ones that agents log in with.
import { sql } from 'kysely';
import type { MemberKind } from '@ringside/core/queues/queue-options.ts';
import type { QueueMember } from '@ringside/core/contract/queues/queue-members.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { QueueRow } from './queries.ts';
import { uniqueRefusal } from '../../platform/db/rows/unique-refusal.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { markRows } from '../../pbx/provisioning/mark-queries.ts';

const select = (db: Db, queueId: string) =>
  db
    .selectFrom('queueMembers as m')
    .innerJoin('subscribers as s', 's.id', 'm.subscriberId')
    .innerJoin('customers as c', 'c.id', 'm.customerId')
    .select(sql<string>`'PJSIP/' || c.code || '-' || s.extension`.as('interface'))
    .select(['m.id', 'm.subscriberId', 's.extension', 's.name', 'm.kind', 'm.penalty', 'm.position'])
    .where('m.queueId', '=', queueId);

export const listMembers = (db: Db, queueId: string): Promise<QueueMember[]> =>
  select(db, queueId).orderBy('m.position').orderBy('s.extension').execute();

/** `queue`: a row that the caller may access. */
export const oneMember = (db: Db, queue: QueueRow, id: string): Promise<QueueMember> =>
  select(db, queue.id)
    .where('m.id', '=', id)
    .executeTakeFirstOrThrow(() => new Refusal('not-found'));

/** Must be called in the transaction of the change. Marks the queue's PBX server and writes an audit entry. */
const recordChange = async (
  tx: Db,
  caller: Caller,
  queue: QueueRow,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
): Promise<void> => {
  await markRows(tx, [{ serverId: queue.serverId, resource: 'queue', resourceId: queue.id }]);
  await writeAudit(tx, caller, {
    customerId: queue.customerId,
    action: 'update',
    resource: 'queue',
    resourceId: queue.id,
    resourceName: queue.name,
    before,
    after,
  });
};

const auditValues = ({ extension, kind, penalty, position }: QueueMember) => ({
  member: extension,
  kind,
  penalty,
  position,
});

/** Renumbers members from 1 without gaps. Concurrent changes wait for the lock on the queue. */
export const numberMembers = async (
  tx: Db,
  queueId: string,
  moved?: { readonly id: string; readonly to: number },
): Promise<void> => {
  const first = sql`case when ${moved?.id ?? null}::uuid is null then m.position * 2
    when m.id = ${moved?.id ?? null}::uuid then ${moved?.to ?? 0} * 2 + case when m.position < ${moved?.to ?? 0} then 1 else -1 end
    else m.position * 2 end`;
  await sql`update queue_members as o set position = placed.place from (
      select m.id, row_number() over (order by ${first}, m.id)::integer as place
      from queue_members as m where m.queue_id = ${queueId}::uuid) as placed
    where placed.id = o.id and o.position <> placed.place`.execute(tx);
};

const held = async (tx: Db, queueId: string): Promise<void> => {
  await tx.selectFrom('queues').select('id').where('id', '=', queueId).forUpdate().execute();
};

export const addMember = (
  db: Db,
  caller: Caller,
  queue: QueueRow,
  values: { readonly subscriberId: string; readonly kind: MemberKind; readonly penalty: number },
): Promise<QueueMember> =>
  db
    .transaction()
    .execute(async (tx) => {
      const line = await tx
        .selectFrom('subscribers')
        .select(['id', 'serverId'])
        .where('id', '=', values.subscriberId)
        .where('customerId', '=', queue.customerId)
        .executeTakeFirst();
      if (line === undefined) throw new Refusal('not-found', { errors: [{ path: 'subscriberId', code: 'unknown' }] });
      if (line.serverId !== queue.serverId) {
        throw new Refusal('invalid', { errors: [{ path: 'subscriberId', code: 'other-server' }] });
      }
      const id = newId();
      const queueId = queue.id;
      await held(tx, queueId);
      await tx
        .insertInto('queueMembers')
        .values({ id, customerId: queue.customerId, queueId, position: 1_000_000, ...values })
        .execute();
      await numberMembers(tx, queueId);
      const made = await oneMember(tx, queue, id);
      await recordChange(tx, caller, queue, null, auditValues(made));
      return made;
    })
    .catch((error: unknown) => {
      throw uniqueRefusal(error, { queue_members_key: 'subscriberId' });
    });

interface MemberChange {
  readonly kind?: MemberKind | undefined;
  readonly penalty?: number | undefined;
  readonly position?: number | undefined;
}

export const changeMember = (
  db: Db,
  caller: Caller,
  queue: QueueRow,
  id: string,
  { kind, penalty, position }: MemberChange,
): Promise<QueueMember> =>
  db.transaction().execute(async (tx) => {
    const queueId = queue.id;
    await held(tx, queueId);
    const before = await oneMember(tx, queue, id);
    await tx
      .updateTable('queueMembers')
      .set({ kind: kind ?? before.kind, penalty: penalty ?? before.penalty, updatedAt: new Date() })
      .where('id', '=', id)
      .execute();
    if (position !== undefined && position !== before.position) await numberMembers(tx, queueId, { id, to: position });
    const after = await oneMember(tx, queue, id);
    await recordChange(tx, caller, queue, auditValues(before), auditValues(after));
    return after;
  });

export const removeMember = (db: Db, caller: Caller, queue: QueueRow, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const before = await oneMember(tx, queue, id);
    await tx.deleteFrom('queueMembers').where('id', '=', id).execute();
    await numberMembers(tx, queue.id);
    await recordChange(tx, caller, queue, auditValues(before), null);
  });
