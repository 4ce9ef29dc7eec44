// The lines that a queue always rings: its static members.
import type { QueueMember } from '@ringside/core/contract/queues.ts';
import { writeAudit } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';
import { newId } from '../../db/new-id.ts';
import type { StoredRow } from '../../db/resource-store.ts';
import { uniqueRefusal } from '../../db/unique-refusal.ts';
import type { Caller } from '../../http/context.ts';
import { Refusal } from '../../http/errors.ts';

const select = (db: Db, queueId: string) =>
  db
    .selectFrom('queueMembers as m')
    .innerJoin('subscribers as s', 's.id', 'm.subscriberId')
    .select(['m.id', 'm.subscriberId', 's.extension', 's.name', 'm.penalty'])
    .where('m.queueId', '=', queueId);

export const listMembers = (db: Db, queueId: string): Promise<QueueMember[]> =>
  select(db, queueId).orderBy('m.penalty').orderBy('s.extension').execute();

/** `queue`: a row that the caller was found to reach. */
export const oneMember = (db: Db, queue: StoredRow, id: string): Promise<QueueMember> =>
  select(db, String(queue.id))
    .where('m.id', '=', id)
    .executeTakeFirstOrThrow(() => new Refusal('not-found'));

const audit = (
  tx: Db,
  caller: Caller,
  queue: StoredRow,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
): Promise<void> =>
  writeAudit(tx, caller, {
    customerId: String(queue['customerId']),
    action: 'update',
    resource: 'queue',
    resourceId: String(queue.id),
    resourceName: String(queue['name']),
    before,
    after,
  });

const told = (member: QueueMember) => ({ member: member.extension, penalty: member.penalty });

export const addMember = (
  db: Db,
  caller: Caller,
  queue: StoredRow,
  values: { readonly subscriberId: string; readonly penalty: number },
): Promise<QueueMember> =>
  db
    .transaction()
    .execute(async (tx) => {
      const line = await tx
        .selectFrom('subscribers')
        .select(['id', 'serverId'])
        .where('id', '=', values.subscriberId)
        .where('customerId', '=', String(queue['customerId']))
        .executeTakeFirst();
      if (line === undefined) throw new Refusal('not-found', { errors: [{ path: 'subscriberId', code: 'unknown' }] });
      if (line.serverId !== queue['serverId']) {
        throw new Refusal('invalid', { errors: [{ path: 'subscriberId', code: 'other-server' }] });
      }
      const id = newId();
      await tx
        .insertInto('queueMembers')
        .values({ id, customerId: String(queue['customerId']), queueId: String(queue.id), ...values })
        .execute();
      const made = await oneMember(tx, queue, id);
      await audit(tx, caller, queue, null, told(made));
      return made;
    })
    .catch((error: unknown) => {
      throw uniqueRefusal(error, { queue_members_key: 'subscriberId' });
    });

export const changeMember = (
  db: Db,
  caller: Caller,
  queue: StoredRow,
  id: string,
  penalty: number,
): Promise<QueueMember> =>
  db.transaction().execute(async (tx) => {
    const before = await oneMember(tx, queue, id);
    await tx.updateTable('queueMembers').set({ penalty, updatedAt: new Date() }).where('id', '=', id).execute();
    const after = { ...before, penalty };
    await audit(tx, caller, queue, told(before), told(after));
    return after;
  });

export const removeMember = (db: Db, caller: Caller, queue: StoredRow, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const before = await oneMember(tx, queue, id);
    await tx.deleteFrom('queueMembers').where('id', '=', id).execute();
    await audit(tx, caller, queue, told(before), null);
  });
