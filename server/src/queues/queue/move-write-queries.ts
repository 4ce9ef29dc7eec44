// Moves queues to another PBX server in one transaction, which also marks both servers.
import { sql } from 'kysely';
import { queues } from '@ringside/core/contract/queues/queue.ts';
import { dids } from '@ringside/core/contract/routing/did.ts';
import { LET_GO } from '@ringside/core/contract/queues/queue-moves.ts';
import type { MovePreview, MoveQueues } from '@ringside/core/contract/queues/queue-moves.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import { raiseVersion } from '../../platform/db/rows/raise-version.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import type { Fault } from '../../platform/caller/refusal.ts';
import { lockExtensions } from '../../routing/destination-queries.ts';
import { numberMembers } from './member-queries.ts';
import { targetServer } from './move-queries.ts';
import type { MovedNumber, Target } from './move-queries.ts';
import { DESTINATIONS, planMove } from './plan-move.ts';
import type { LivePbx, MovePlan, QueuePlan } from './plan-move.ts';
import { markRows } from '../../pbx/provisioning/mark-queries.ts';

const NAMED = 5;

const faultsOf = ({ preview }: MovePlan, asked: MoveQueues): Fault[] => {
  const letGo = new Set<string>([
    ...(asked.leaveMembers ? [LET_GO[0]] : []),
    ...(asked.dropCallers ? [LET_GO[1]] : []),
  ]);
  return preview.queues.flatMap((queue) =>
    queue.problems
      .filter(({ code }) => !letGo.has(code))
      .map(({ code, names, count }): Fault => {
        const more = names.length > NAMED ? ', …' : '';
        const params = { queue: queue.label || queue.name, names: names.slice(0, NAMED).join(', ') + more, count };
        return { path: 'serverId', code: `move-${code}`, params };
      }),
  );
};

const audit = (
  tx: Db,
  caller: Caller,
  row: { readonly customerId: string; readonly id: string },
  of: { readonly resource: string; readonly name: string },
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Promise<void> =>
  writeAudit(tx, caller, {
    customerId: row.customerId,
    action: 'update',
    resource: of.resource,
    resourceId: row.id,
    resourceName: of.name,
    before,
    after,
  });

const requireCurrent = async (done: Promise<boolean>): Promise<void> => {
  if (!(await done)) throw new Refusal('stale');
};

/** Marks the old and the new PBX server. */
const markBoth = (
  tx: Db,
  resource: string,
  row: { readonly id: string; readonly serverId: number },
  to: Target,
): Promise<void> =>
  markRows(
    tx,
    [row.serverId, to.id].map((serverId) => ({ serverId, resource, resourceId: row.id })),
  );

const moveOne = async (
  tx: Db,
  caller: Caller,
  { queue, lines, destinations }: QueuePlan,
  to: Target,
): Promise<void> => {
  const kept = Object.fromEntries(
    DESTINATIONS.map((field) => [field, destinations[field] === null ? null : JSON.stringify(destinations[field])]),
  );
  await sql`insert into queue_places (server_id, name, customer_id, queue_id)
    values (${queue.serverId}, ${queue.name}, ${queue.customerId}, ${queue.id})
    on conflict (server_id, name) do update
      set customer_id = excluded.customer_id, queue_id = excluded.queue_id, left_at = console_now()`.execute(tx);
  await sql`delete from queue_places where server_id = ${to.id} and name = ${queue.name}`.execute(tx);
  await requireCurrent(raiseVersion(tx, queues, queue, { serverId: to.id, ...kept }));
  for (const line of lines) {
    if (line.thereId === null) await tx.deleteFrom('queueMembers').where('id', '=', line.id).execute();
    else {
      const values = { subscriberId: line.thereId, updatedAt: new Date() };
      await tx.updateTable('queueMembers').set(values).where('id', '=', line.id).execute();
    }
  }
  await numberMembers(tx, queue.id);
  await markBoth(tx, 'queue', queue, to);
  const left = lines.filter((line) => line.thereId === null).map((line) => line.extension);
  const server = { serverId: queue.serverId, serverName: queue.serverName };
  const there = {
    serverId: to.id,
    serverName: to.name,
    ...(left.length === 0 ? {} : { leftMembers: left.join(', ') }),
  };
  await audit(tx, caller, queue, { resource: 'queue', name: queue.name }, server, there);
};

const moveNumber = async (tx: Db, caller: Caller, row: MovedNumber, to: Target): Promise<void> => {
  if (row.serverId === to.id) return;
  await requireCurrent(raiseVersion(tx, dids, row, { serverId: to.id }));
  await markBoth(tx, 'did', row, to);
  const of = { resource: 'did', name: row.number };
  await audit(tx, caller, row, of, { serverId: row.serverId }, { serverId: to.id, serverName: to.name });
};

/** @param ids accessible queues of one customer. @throws Refusal `conflict` with every reason */
export const moveQueues = (
  db: Db,
  pbx: LivePbx,
  caller: Caller,
  ids: readonly string[],
  asked: MoveQueues,
): Promise<MovePreview> =>
  db.transaction().execute(async (tx) => {
    const to = await targetServer(tx, asked.serverId);
    // Concurrent moves wait for this lock.
    const { rows } = await sql<{ customerId: string }>`
      select customer_id from queues where id = any(${[...ids]}::uuid[]) order by id for update`.execute(tx);
    for (const { customerId } of rows) await lockExtensions(tx, { customerId, serverId: to.id });
    const plan = await planMove(tx, pbx, ids, to, asked.numbers);
    const faults = faultsOf(plan, asked);
    if (faults.length > 0) throw new Refusal('conflict', { errors: faults });
    for (const queue of plan.queues) await moveOne(tx, caller, queue, to);
    if (asked.numbers) for (const number of plan.numbers) await moveNumber(tx, caller, number, to);
    return plan.preview;
  });

export const previewMove = async (
  db: Db,
  pbx: LivePbx,
  ids: readonly string[],
  { serverId, numbers }: { readonly serverId: number; readonly numbers: boolean },
): Promise<MovePreview> => (await planMove(db, pbx, ids, await targetServer(db, serverId), numbers)).preview;
