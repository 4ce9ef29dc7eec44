// The way of a call from a number on, followed through the rows that it passes.
import { sql } from 'kysely';
import type { Destination } from '@ringside/core/contract/destination.ts';
import type { FlowStop } from '@ringside/core/contract/dids.ts';
import type { Db } from '../../db/connect.ts';
import type { StoredRow } from '../../db/resource-store.ts';

interface Onward {
  readonly when: string;
  readonly destination: Destination;
}

/** Menus and groups lead back to each other as they like: so many stops are drawn, and no more. */
const MOST_STOPS = 60;

const BY_KEY = '1234567890*#';

const ofMenu = async (db: Db, id: string): Promise<readonly Onward[]> => {
  const { rows } = await sql<Onward>`
    select key as when, destination from ivr_keys where ivr_id = ${id} order by position(key in ${BY_KEY})`.execute(db);
  const menu = await db.selectFrom('ivrs').select('fallback').where('id', '=', id).executeTakeFirst();
  return [...rows, ...(menu === undefined ? [] : [{ when: 'otherwise', destination: menu.fallback }])];
};

const ofQueue = async (db: Db, id: string): Promise<readonly Onward[]> => {
  const queue = await db
    .selectFrom('queues as q')
    .innerJoin('callcenters as c', 'c.id', 'q.callcenterId')
    .select(['q.managed', 'q.maxWaitSeconds', 'q.exitKey', 'q.timeoutDestination', 'q.fullDestination'])
    .select(['q.exitDestination', 'q.closedDestination', 'c.hoursId', 'c.status', 'c.overflowDestination'])
    .where('q.id', '=', id)
    .executeTakeFirst();
  // Of one that the PBX's own files make they say nothing.
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

/** Whatever of the customer on this PBX has the extension; a number outside is one. */
const byExtension = async (db: Db, lineId: string, extension: string): Promise<readonly Destination[]> => {
  if (extension.startsWith('+')) return [{ kind: 'external', id: null, number: extension }];
  const { rows } = await sql<Destination>`
    select found.kind, found.id, '' as number from subscribers as s join lateral (
      select 'extension' as kind, id, customer_id, server_id, extension from subscribers
      union all select 'ringgroup', id, customer_id, server_id, extension from ring_groups
      union all select 'ivr', id, customer_id, server_id, extension from ivrs
      union all select 'queue', id, customer_id, server_id, extension from queues
    ) as found on found.customer_id = s.customer_id and found.server_id = s.server_id
    where s.id = ${lineId} and found.extension = ${extension}`.execute(db);
  return rows;
};

/** Forwardings first, then the voicemail box for what they leave. */
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
    case 'ringgroup': {
      const group = await db.selectFrom('ringGroups').select('fallback').where('id', '=', id).executeTakeFirst();
      return group === undefined ? [] : [{ when: 'unanswered', destination: group.fallback }];
    }
    case 'ivr':
      return ofMenu(db, id);
    case 'queue':
      return ofQueue(db, id);
    case 'extension':
      return ofLine(db, id);
    case 'voicemail':
    case 'external':
    case 'hangup':
      return [];
  }
};

const nameOf = async (db: Db, destination: Destination): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select destination_name(${JSON.stringify(destination)}::jsonb) as name`.execute(db);
  return rows[0]?.name ?? '';
};

const keyOf = ({ kind, id, number }: Destination): string => `${kind}:${id ?? number}`;

/** `did`: a row that the caller may see; all that it leads to is the same customer's. */
export const pathOf = async (db: Db, did: StoredRow): Promise<readonly FlowStop[]> => {
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
  const destination = did['destination'] as Destination;
  const closed = did['closedDestination'] as Destination | null;
  const number: FlowStop = { key: 'number', kind: 'number', id: String(did.id), name: String(did['number']), next: [] };
  stops.set('number', number);
  if (closed === null) {
    stops.set('number', { ...number, next: [{ when: 'then', to: await visit(destination) }] });
    return [...stops.values()];
  }
  stops.set('number', { ...number, next: [{ when: 'then', to: 'hours' }] });
  const hours: FlowStop = {
    key: 'hours',
    kind: 'hours',
    id: String(did['hoursId']),
    name: String(did['hoursName']),
    next: [],
  };
  stops.set('hours', hours);
  const next = [{ when: 'open', to: await visit(destination) }];
  next.push({ when: 'closed', to: await visit(closed) });
  stops.set('hours', { ...hours, next });
  return [...stops.values()];
};
