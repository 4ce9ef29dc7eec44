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

const onwardOf = async (db: Db, { kind, id }: Destination): Promise<readonly Onward[]> => {
  if (kind === 'ringgroup') {
    const group = await db.selectFrom('ringGroups').select('fallback').where('id', '=', id).executeTakeFirst();
    return group === undefined ? [] : [{ when: 'unanswered', destination: group.fallback }];
  }
  if (kind !== 'ivr' || id === null) return [];
  const { rows } = await sql<{ when: string; destination: Destination }>`
    select key as when, destination from ivr_keys where ivr_id = ${id} order by position(key in '1234567890*#')`.execute(
    db,
  );
  const menu = await db.selectFrom('ivrs').select('fallback').where('id', '=', id).executeTakeFirst();
  return [...rows, ...(menu === undefined ? [] : [{ when: 'otherwise', destination: menu.fallback }])];
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
