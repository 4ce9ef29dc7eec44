import type { Destination } from '@ringside/core/contract/destination.ts';
import { dids, type FlowStop } from '@ringside/core/contract/dids.ts';
import { ivrs, MENU_KEYS } from '@ringside/core/contract/ivrs.ts';
import { queues } from '@ringside/core/contract/queues.ts';
import { ringGroups } from '@ringside/core/contract/ringgroups.ts';
import type { CrudResource } from '../../crud/crud-resource.ts';

/** Which field of which row says where a step of the picture goes. */
export interface Lead {
  readonly resource: CrudResource;
  readonly id: string;
  readonly field: string;
  /** Of a menu: the key of the step. */
  readonly key?: string;
}

const QUEUE_FIELDS: Readonly<Record<string, string>> = {
  closed: 'closedDestination',
  timeout: 'timeoutDestination',
  full: 'fullDestination',
};

/** null: it is not a destination that leads there (forwarding of a line). */
export const leadOf = (didId: string, { kind, id }: FlowStop, when: string): Lead | null => {
  switch (kind) {
    case 'number':
      return when === 'then' && id !== null ? { resource: dids, id: didId, field: 'destination' } : null;
    case 'hours':
      return { resource: dids, id: didId, field: when === 'closed' ? 'closedDestination' : 'destination' };
    case 'ringgroup':
      return id === null ? null : { resource: ringGroups, id, field: 'fallback' };
    case 'queue':
      return id === null ? null : { resource: queues, id, field: QUEUE_FIELDS[when] ?? 'exitDestination' };
    case 'ivr':
      if (id === null) return null;
      return MENU_KEYS.some((key) => key === when)
        ? { resource: ivrs, id, field: 'keys', key: when }
        : { resource: ivrs, id, field: 'fallback' };
    case 'extension':
    case 'voicemail':
    case 'external':
    case 'hangup':
      return null;
  }
};

interface Key {
  readonly key: string;
  readonly destination: Destination;
}
type Row = Readonly<Record<string, unknown>>;

const keysIn = (row: Row): readonly Key[] =>
  ((row['keys'] as readonly Key[] | undefined) ?? []).map(({ key, destination }) => ({ key, destination }));

export const destinationIn = ({ field, key }: Lead, row: Row): Destination | null =>
  key === undefined
    ? ((row[field] as Destination | null | undefined) ?? null)
    : (keysIn(row).find((each) => each.key === key)?.destination ?? null);

/** What is sent; the other keys of a menu stay as they are. */
export const bodyFor = ({ field, key }: Lead, row: Row, to: Destination): Record<string, unknown> => ({
  [field]: key === undefined ? to : keysIn(row).map((each) => (each.key === key ? { ...each, destination: to } : each)),
});
