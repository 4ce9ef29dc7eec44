// Follows the call flow of a number through all rows.
import { sql } from 'kysely';
import { nounOfDestination } from '@ringside/core/contract/nouns.ts';
import type { Destination, DestinationKind } from '@ringside/core/contract/routing/destination.ts';
import type { FlowStop } from '@ringside/core/contract/routing/did.ts';
import type { Db } from '../../platform/db/connect.ts';
import { dialledRows } from '../../platform/db/rows/dialled-rows.ts';
import type { DidRow } from './queries.ts';

interface Onward {
  readonly when: string;
  readonly destination: Destination;
}

/** Limits the number of stops, because menus and groups can lead to each other. */
const MOST_STOPS = 60;

const BY_KEY = '1234567890*#';

const ofKeys = async (db: Db, id: string): Promise<readonly Onward[]> => {
  const { rows } = await sql<Onward>`
    select key as when, destination from ivr_keys where ivr_id = ${id} order by position(key in ${BY_KEY})`.execute(db);
  return rows;
};

/** Returns the next destination that the row's noun declares. */
const onwardField = async (db: Db, kind: DestinationKind, id: string): Promise<readonly Onward[]> => {
  const noun = nounOfDestination(kind);
  const onward = noun?.destination?.onward;
  if (noun === undefined || onward === undefined) return [];
  const { rows } = await sql<Onward>`
    select ${onward.when}::text as when, ${sql.ref(onward.field)} as destination from ${sql.table(noun.table)}
    where id = ${id}`.execute(db);
  return rows;
};

const ofQueue = async (db: Db, id: string): Promise<readonly Onward[]> => {
  const queue = await db
    .selectFrom('queues as q')
    .innerJoin('callcenters as c', 'c.id', 'q.callcenterId')
    .select(['q.managed', 'q.maxWaitSeconds', 'q.exitKey', 'q.timeoutDestination', 'q.fullDestination'])
    .select(['q.exitDestination', 'q.closedDestination', 'c.hoursId', 'c.status', 'c.overflowDestination'])
    .where('q.id', '=', id)
    .executeTakeFirst();
  // Destinations apply only to queues that the console provisions.
  if (queue?.managed !== true) return [];
  const { overflowDestination: overflow } = queue;
  const otherwise = overflow?.id === id ? null : overflow;
  const ways = [
    ['closed', queue.hoursId !== null || queue.status === 'paused' ? queue.closedDestination : null],
    ['timeout', queue.maxWaitSeconds > 0 ? (queue.timeoutDestination ?? otherwise) : null],
    ['full', queue.fullDestination ?? otherwise],
    [queue.exitKey, queue.exitKey === 'none' ? null : queue.exitDestination],
  ] as const;
  return ways.flatMap(([when, destination]) => (destination === null ? [] : [{ when, destination }]));
};

/** Finds the customer's object with the extension on this PBX server, or an outside number. */
const byExtension = async (db: Db, lineId: string, extension: string): Promise<readonly Destination[]> => {
  if (extension.startsWith('+')) return [{ kind: 'external', id: null, number: extension }];
  const { rows } = await sql<Destination>`
    select found.kind, found.id, '' as number from subscribers as s join ${dialledRows()} as found on found.customer_id = s.customer_id and found.server_id = s.server_id
    where s.id = ${lineId} and found.extension = ${extension}`.execute(db);
  return rows;
};

/** Returns forwardings, then the voicemail box for the remaining cases. */
const ofLine = async (db: Db, id: string): Promise<readonly Onward[]> => {
  const line = await db
    .selectFrom('subscribers')
    .select(['forwardAlways', 'forwardBusy', 'forwardNoAnswer', 'forwardUnregistered', 'voicemail'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (line === undefined) return [];
  const box: readonly Destination[] = line.voicemail ? [{ kind: 'voicemail', id, number: '' }] : [];
  const ways = line.forwardAlways
    ? ([['always', line.forwardAlways]] as const)
    : ([
        ['busy', line.forwardBusy],
        ['unanswered', line.forwardNoAnswer],
        ['unreachable', line.forwardUnregistered],
      ] as const);
  const onward: Onward[] = [];
  for (const [when, extension] of ways) {
    const to = extension === '' ? box : await byExtension(db, id, extension);
    for (const destination of to) onward.push({ when, destination });
  }
  return onward;
};

const onwardOf = async (db: Db, { kind, id }: Destination): Promise<readonly Onward[]> => {
  if (id === null) return [];
  switch (kind) {
    case 'ivr':
      return [...(await ofKeys(db, id)), ...(await onwardField(db, kind, id))];
    case 'queue':
      return ofQueue(db, id);
    case 'extension':
      return ofLine(db, id);
    case 'voicemail':
    case 'external':
    case 'hangup':
      return [];
    default:
      return onwardField(db, kind, id);
  }
};

const nameOf = async (db: Db, destination: Destination): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select destination_name(${JSON.stringify(destination)}::jsonb) as name`.execute(db);
  return rows[0]?.name ?? '';
};

const keyOf = ({ kind, id, number }: Destination): string => `${kind}:${id ?? number}`;

/** `did`: a row that the caller may see. All rows of its call flow belong to the same customer. */
export const pathOf = async (db: Db, did: DidRow): Promise<readonly FlowStop[]> => {
  const stops = new Map<string, FlowStop>();
  const visit = async (destination: Destination): Promise<string> => {
    const key = keyOf(destination);
    if (stops.has(key)) return key;
    const stop = { key, kind: destination.kind, id: destination.id, name: await nameOf(db, destination), next: [] };
    stops.set(key, stop);
    if (stops.size >= MOST_STOPS) return key;
    const next: FlowStop['next'] = [];
    for (const onward of await onwardOf(db, destination)) {
      next.push({ when: onward.when, to: await visit(onward.destination) });
    }
    stops.set(key, { ...stop, next });
    return key;
  };
  const { destination, closedDestination: closed } = did;
  const number: FlowStop = { key: 'number', kind: 'number', id: did.id, name: did.number, next: [] };
  stops.set('number', number);
  if (closed === null) {
    stops.set('number', { ...number, next: [{ when: 'then', to: await visit(destination) }] });
    return [...stops.values()];
  }
  stops.set('number', { ...number, next: [{ when: 'then', to: 'hours' }] });
  const hours: FlowStop = {
    key: 'hours',
    kind: 'hours',
    id: did.hoursId,
    name: did.hoursName ?? '',
    next: [],
  };
  stops.set('hours', hours);
  const next = [{ when: 'open', to: await visit(destination) }];
  next.push({ when: 'closed', to: await visit(closed) });
  stops.set('hours', { ...hours, next });
  return [...stops.values()];
};
