import { nounOfDestination } from '@ringside/core/contract/nouns.ts';
import type { Destination, DestinationKind } from '@ringside/core/contract/routing/destination.ts';
import { dids, type FlowStop } from '@ringside/core/contract/routing/did.ts';
import { ivrs, MENU_KEYS } from '@ringside/core/contract/routing/ivr.ts';
import { queues } from '@ringside/core/contract/queues/queue.ts';
import type { CrudResource } from '../../data/list/crud-resource.ts';

/** The field that defines the target of a step in the diagram. */
export interface DestinationField {
  readonly resource: CrudResource;
  readonly id: string;
  readonly field: string;
  /** Key of the step in an IVR menu. */
  readonly key?: string;
}

const QUEUE_FIELDS: Readonly<Record<string, string>> = {
  closed: 'closedDestination',
  timeout: 'timeoutDestination',
  full: 'fullDestination',
};

/** Returns the field that says where calls go after the object. */
const onwardFieldOf = (kind: DestinationKind, id: string | null): DestinationField | null => {
  const noun = nounOfDestination(kind);
  const field = noun?.destination?.onward?.field;
  return noun === undefined || field === undefined || id === null ? null : { resource: noun, id, field };
};

/** Returns the field of a step; null if it is not a destination (forwarding of a subscriber). */
export const destinationFieldOf = (didId: string, { kind, id }: FlowStop, when: string): DestinationField | null => {
  switch (kind) {
    case 'number':
      return when === 'then' && id !== null ? { resource: dids, id: didId, field: 'destination' } : null;
    case 'hours':
      return { resource: dids, id: didId, field: when === 'closed' ? 'closedDestination' : 'destination' };
    case 'queue':
      return id === null ? null : { resource: queues, id, field: QUEUE_FIELDS[when] ?? 'exitDestination' };
    case 'ivr':
      return id !== null && MENU_KEYS.some((key) => key === when)
        ? { resource: ivrs, id, field: 'keys', key: when }
        : onwardFieldOf(kind, id);
    default:
      return onwardFieldOf(kind, id);
  }
};

interface Key {
  readonly key: string;
  readonly destination: Destination;
}
type Row = Readonly<Record<string, unknown>>;

const keysIn = (row: Row): readonly Key[] =>
  ((row['keys'] as readonly Key[] | undefined) ?? []).map(({ key, destination }) => ({ key, destination }));

export const destinationIn = ({ field, key }: DestinationField, row: Row): Destination | null =>
  key === undefined
    ? ((row[field] as Destination | null | undefined) ?? null)
    : (keysIn(row).find((each) => each.key === key)?.destination ?? null);

/** Returns the request body. Other keys of an IVR menu stay unchanged. */
export const bodyFor = ({ field, key }: DestinationField, row: Row, to: Destination): Record<string, unknown> => ({
  [field]: key === undefined ? to : keysIn(row).map((each) => (each.key === key ? { ...each, destination: to } : each)),
});
