// Reads the managed queues of a PBX server and their members from the database.
import { isAmong } from '@ringside/core/base/is-among.ts';
import { keysOf } from '@ringside/core/base/keys-of.ts';
import { sql } from 'kysely';
import { QUEUE_DEFAULTS } from '@ringside/core/queues/queue-options.ts';
import type { QueueOptions } from '@ringside/core/queues/queue-options.ts';
import type { Destination } from '@ringside/core/contract/routing/destination.ts';
import { STRATEGIES } from '@ringside/core/pbx/wanted.ts';
import type { Strategy, WantedMember, WantedQueue } from '@ringside/core/pbx/wanted.ts';
import { dialledRows } from '../../platform/db/rows/dialled-rows.ts';
import type { Db } from '../../platform/db/connect.ts';
import { byCustomer } from './by-customer.ts';
import type { SoundResolver } from './sound-resolver.ts';
import { extensionsOn, destinationResolver } from './flow-queries.ts';

const isStrategy = (name: string): name is Strategy => isAmong(STRATEGIES, name);

/** Returns the members by queue, in order. */
const loadMembers = async (db: Db, serverId: number): Promise<ReadonlyMap<string, readonly WantedMember[]>> => {
  const rows = await db
    .selectFrom('queueMembers as m')
    .innerJoin('queues as q', 'q.id', 'm.queueId')
    .innerJoin('subscribers as s', 's.id', 'm.subscriberId')
    .select(['m.queueId', 's.extension', 'm.penalty', 'm.kind'])
    .where('q.serverId', '=', serverId)
    // A PBX cannot ring a line of another PBX.
    .where('s.serverId', '=', serverId)
    .orderBy('m.position')
    .orderBy('s.extension')
    .execute();
  const members = new Map<string, WantedMember[]>();
  for (const { queueId, ...member } of rows) {
    const known = members.get(queueId);
    if (known === undefined) members.set(queueId, [member]);
    else known.push(member);
  }
  return members;
};

const OPTIONS = keysOf(QUEUE_DEFAULTS);
const SOUNDS: readonly (keyof QueueOptions)[] = ['agentAnnouncement', 'periodicAnnouncement', 'recordingAnnouncement'];
const optionsOf = (row: QueueOptions, soundUrlOf: SoundResolver): QueueOptions =>
  Object.fromEntries(
    OPTIONS.map((name) => [name, SOUNDS.includes(name) ? soundUrlOf(String(row[name])) : row[name]]),
  ) as unknown as QueueOptions;

/** Returns the queues by customer, without queues that the PBX's own files define. */
export const loadQueues = async (
  db: Db,
  serverId: number,
  soundUrlOf: SoundResolver,
): Promise<ReadonlyMap<string, readonly WantedQueue[]>> => {
  const members = await loadMembers(db, serverId);
  const lead = destinationResolver(await extensionsOn(db, serverId));
  const onward = (to: Destination | null) => (to === null ? undefined : lead(to));
  const rows = await db
    .selectFrom('queues as q')
    .innerJoin('callcenters as c', 'c.id', 'q.callcenterId')
    .selectAll('q')
    .select(['c.hoursId', 'c.status', 'c.language', 'c.recording as callcenterRecording'])
    // Skips destinations on another PBX server, which cannot be reached, and the queue itself.
    .select(
      sql<Destination | null>`case when c.overflow_destination is not null
        and c.overflow_to_queue is distinct from q.id
        and (select coalesce(min(t.server_id), q.server_id) from ${dialledRows()} as t
          where t.id = (c.overflow_destination ->> 'id')::uuid) = q.server_id
        then c.overflow_destination end`.as('overflow'),
    )
    .select(
      sql<string[]>`(select coalesce(jsonb_agg(r.value ->> 'code' order by r.place), '[]')
      from jsonb_array_elements(c.pause_reasons) with ordinality as r (value, place))`.as('pauseReasons'),
    )
    .where('q.serverId', '=', serverId)
    .where('q.managed', '=', true)
    .orderBy('q.id')
    .execute();
  return byCustomer(rows, (row) => ({
    id: row.id,
    name: row.name,
    extension: row.extension === '' ? null : row.extension,
    strategy: isStrategy(row.strategy) ? row.strategy : 'rrmemory',
    ringSeconds: row.ringSeconds,
    retrySeconds: row.retrySeconds,
    wrapupSeconds: row.wrapupSeconds,
    maxCallers: row.maxCallers,
    weight: row.weight,
    serviceLevelSeconds: row.serviceLevelSeconds,
    ringInUse: row.ringInUse,
    maxWaitSeconds: row.maxWaitSeconds,
    members: members.get(row.id) ?? [],
    options: {
      ...optionsOf(row, soundUrlOf),
      recording: row.recording === 'callcenter' ? row.callcenterRecording : row.recording,
    },
    language: row.language,
    timeoutTo: onward(row.timeoutDestination ?? row.overflow),
    fullTo: onward(row.fullDestination ?? row.overflow),
    exitTo: onward(row.exitDestination),
    closed:
      row.status === 'paused' || row.hoursId !== null
        ? { hours: row.status === 'paused' ? null : row.hoursId, to: onward(row.closedDestination) }
        : undefined,
    pauseReasons: row.pauseReasons,
  }));
};
