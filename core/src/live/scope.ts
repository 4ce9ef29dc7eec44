import { assertNever } from '../base/assert-never.ts';
import type { LiveEvent } from './event.ts';
import { limitsKey } from '../access/row-limits.ts';
import { copyRows } from './copy-rows.ts';
import { ruledEvent, ruledScope, type LiveRules } from './scope-rules.ts';
import { boardKey, boardScope, boardScopeEvent, type BoardViewer } from './scope-board.ts';
import {
  busyElsewhere,
  emptyState,
  NOBODY,
  type CallRow,
  type LiveState,
  type MemberRow,
  type Owner,
  type ServerRow,
} from './state.ts';

// Defines what each viewer sees of the live state. Invariant: `scope(reduce(s, e), who)` equals `reduce(scope(s, who), scopeEvent(e,
// who))`.

/** A viewer. Viewers with an equal `viewerKey` see the same bytes and share one serialization. */
export type Viewer = OwnerViewer | BoardViewer;

type OwnerViewer = LiveRules &
  (
    | { readonly reach: 'platform' }
    | {
        readonly reach: 'customer';
        readonly customerId: string;
        /** Servers that the customer uses. Their link state is shown without addresses or problems. */
        readonly serverIds: readonly number[];
      }
    | {
        readonly reach: 'subtree';
        /** The viewer's own customer and those below it, sorted. */
        readonly customerIds: readonly string[];
        readonly serverIds: readonly number[];
      }
    | {
        readonly reach: 'team';
        readonly customerId: string;
        readonly callcenterIds: readonly string[];
        readonly serverIds: readonly number[];
      }
  );

/** Returns equal keys for viewers who see the same data. */
export const viewerKey = (who: Viewer): string => {
  if (who.reach === 'board') return boardKey(who);
  const { masks = [], limits } = who;
  const ruled = masks.length === 0 && limits === undefined ? '' : `:${masks.join(' ')}:${limitsKey(limits)}`;
  return reachKey(who) + ruled;
};

const reachKey = (who: OwnerViewer): string => {
  if (who.reach === 'platform') return 'platform';
  const servers = [...who.serverIds].sort((a, b) => a - b).join(',');
  if (who.reach === 'subtree') return `subtree:${who.customerIds.join(',')}:${servers}`;
  return who.reach === 'customer'
    ? `customer:${who.customerId}:${servers}`
    : `team:${who.customerId}:${[...who.callcenterIds].sort().join(',')}:${servers}`;
};

/** Returns the customers whose rows a viewer may see. `null`: all customers. */
export const customersSeenBy = (who: Viewer): readonly string[] | null => {
  if (who.reach === 'platform') return null;
  return who.reach === 'subtree' ? who.customerIds : [who.customerId];
};

/**
 * Returns the customers whose viewers may see an event. `null`: the event concerns the whole server and viewers of any customer may see it.
 */
export const customersOfEvent = (e: LiveEvent): readonly (string | null)[] | null => {
  switch (e.kind) {
    case 'server-snapshot':
    case 'server':
    case 'server-removed':
      return null;
    case 'queues-snapshot':
      return e.queue === null ? null : [e.owner?.customerId ?? null];
    case 'member':
    case 'queue':
    case 'caller':
      return [e.row.owner.customerId];
    case 'call':
      return [...e.row.owners, ...e.previousOwners].map((o) => o.customerId);
    case 'call-removed':
      return e.owners.map((o) => o.customerId);
    case 'quality':
    case 'queue-removed':
    case 'queue-summary':
    case 'queue-today':
    case 'member-removed':
    case 'caller-left':
    case 'caller-abandoned':
    case 'outcome':
      return [e.owner.customerId];
    default:
      return assertNever(e);
  }
};

const seesServer = (who: Viewer, id: number): boolean => who.reach === 'platform' || who.serverIds.includes(id);

/** Tells whether a viewer may see a record of this owner on this server. Only platform staff see records without an owner. */
export const sees = (who: Viewer, serverId: number, owner: Owner): boolean =>
  seesServer(who, serverId) && seesOwner(who, owner);

const seesOwner = (who: Viewer, owner: Owner): boolean => {
  switch (who.reach) {
    case 'platform':
      return true;
    case 'customer':
      return owner.customerId === who.customerId;
    case 'subtree':
      return owner.customerId !== null && who.customerIds.includes(owner.customerId);
    case 'team':
      return (
        owner.customerId === who.customerId &&
        owner.callcenterId !== null &&
        who.callcenterIds.includes(owner.callcenterId)
      );
    case 'board':
      // A board sees only its queues, not everything of their owner.
      return false;
    default:
      return assertNever(who);
  }
};

const seesAny = (who: Viewer, serverId: number, owners: readonly Owner[]): boolean =>
  owners.some((o) => sees(who, serverId, o));

/** Hides the reason of a lost link from customers, because it may contain an address. */
const scopeServer = (row: ServerRow, who: Viewer): ServerRow =>
  who.reach === 'platform' || row.problem === null ? row : { ...row, problem: null };

const NO_QUEUE = { queue: null, queueOwner: null };
const NO_CHANNEL = { channel: '', channelOwner: NOBODY };

const isOfViewersCustomer = (who: OwnerViewer, { customerId }: Owner): boolean =>
  who.reach === 'platform' ||
  customerId === null ||
  (who.reach === 'subtree' ? who.customerIds.includes(customerId) : who.customerId === customerId);

/** In a call between two customers, hides each customer's device, queue and agent from the other. */
const scopeCall = (row: CallRow, who: OwnerViewer): CallRow => {
  if (who.reach === 'platform') return row;
  const owners = row.owners.filter((o) => seesOwner(who, o));
  const ownDevice = isOfViewersCustomer(who, row.channelOwner);
  const ownQueue = row.queueOwner === null || seesOwner(who, row.queueOwner);
  if (owners.length === row.owners.length && ownDevice && ownQueue) return row;
  return {
    ...row,
    owners,
    ...(ownDevice ? {} : NO_CHANNEL),
    ...(ownQueue ? {} : { ...NO_QUEUE, agent: null, agentInterface: null }),
  };
};

/** Shows call details only to viewers of the call. Other viewers see the device as busy. */
const scopeMember = (row: MemberRow, who: OwnerViewer): MemberRow =>
  row.callOwner === null || seesOwner(who, row.callOwner) ? row : busyElsewhere(row);

/** Returns the part of a state that a viewer may see, as a new state. */
export const scope = (state: LiveState, who: Viewer): LiveState =>
  who.reach === 'board' ? boardScope(state, who) : ruledScope(scopeByOwner(state, who), who);

const scopeByOwner = (state: LiveState, who: OwnerViewer): LiveState => {
  const seen = emptyState();
  const { servers, quality, queues, members, callers, calls } = state;
  copyRows(
    servers,
    seen.servers,
    (s) => seesServer(who, s.id),
    (s) => scopeServer(s, who),
  );
  copyRows(quality, seen.quality, (q) => sees(who, q.serverId, q.owner));
  copyRows(queues, seen.queues, (q) => sees(who, q.serverId, q.owner));
  copyRows(
    members,
    seen.members,
    (m) => sees(who, m.serverId, m.owner),
    (m) => scopeMember(m, who),
  );
  copyRows(callers, seen.callers, (c) => sees(who, c.serverId, c.owner));
  copyRows(
    calls,
    seen.calls,
    (c) => seesAny(who, c.serverId, c.owners),
    (c) => scopeCall(c, who),
  );
  return seen;
};

/** Returns the event as a viewer may see it, or `null`. */
export const scopeEvent = (e: LiveEvent, who: Viewer): LiveEvent | null => {
  if (e.kind === 'member' && e.gone === true) return null;
  if (who.reach === 'board') return boardScopeEvent(e, who);
  const seen = scopeEventByOwner(e, who);
  return seen === null ? null : ruledEvent(seen, who);
};

const scopeEventByOwner = (e: LiveEvent, who: OwnerViewer): LiveEvent | null => {
  if (who.reach === 'platform') return e;
  switch (e.kind) {
    case 'server-snapshot':
      return snapshotOf(e, who);
    case 'queues-snapshot':
      return queuesOf(e, who);
    case 'server': {
      if (!seesServer(who, e.serverId)) return null;
      const server = scopeServer(e.server, who);
      return server === e.server ? e : { ...e, server };
    }
    case 'server-removed':
      return seesServer(who, e.serverId) ? e : null;
    case 'member': {
      if (!sees(who, e.serverId, e.row.owner)) return null;
      const row = scopeMember(e.row, who);
      return row === e.row ? e : { ...e, row };
    }
    case 'queue':
    case 'caller':
      return sees(who, e.serverId, e.row.owner) ? e : null;
    case 'quality':
    case 'queue-removed':
    case 'queue-summary':
    case 'queue-today':
    case 'member-removed':
    case 'caller-left':
    case 'caller-abandoned':
    case 'outcome':
      return sees(who, e.serverId, e.owner) ? e : null;
    case 'call':
      return callOf(e, who);
    case 'call-removed':
      return callRemovedOf(e, who);
    default:
      return assertNever(e);
  }
};

type Of<K extends LiveEvent['kind']> = Extract<LiveEvent, { kind: K }>;

const snapshotOf = (e: Of<'server-snapshot'>, who: OwnerViewer): LiveEvent | null =>
  seesServer(who, e.serverId)
    ? {
        ...e,
        server: scopeServer(e.server, who),
        calls: e.calls.filter((c) => seesAny(who, c.serverId, c.owners)).map((c) => scopeCall(c, who)),
        quality: e.quality.filter((q) => sees(who, q.serverId, q.owner)),
      }
    : null;

/** The snapshot of a single queue contains its name even when its lists are empty, so only viewers of its owner receive it. */
const queuesOf = (e: Of<'queues-snapshot'>, who: OwnerViewer): LiveEvent | null => {
  const isSeen = e.queue === null ? seesServer(who, e.serverId) : e.owner !== null && sees(who, e.serverId, e.owner);
  if (!isSeen) return null;
  return {
    ...e,
    queues: e.queues.filter((q) => sees(who, q.serverId, q.owner)),
    members: e.members.filter((m) => sees(who, m.serverId, m.owner)).map((m) => scopeMember(m, who)),
    callers: e.callers.filter((c) => sees(who, c.serverId, c.owner)),
  };
};

const callRemovedOf = (e: Of<'call-removed'>, who: OwnerViewer): LiveEvent | null => {
  const owners = e.owners.filter((o) => sees(who, e.serverId, o));
  if (owners.length === 0) return null;
  const ownDevice = isOfViewersCustomer(who, e.channelOwner);
  const ownQueue = e.queueOwner === null || seesOwner(who, e.queueOwner);
  if (owners.length === e.owners.length && ownDevice && ownQueue) return e;
  return { ...e, owners, ...(ownDevice ? {} : NO_CHANNEL), ...(ownQueue ? {} : NO_QUEUE) };
};

const callOf = (e: Of<'call'>, who: OwnerViewer): LiveEvent | null => {
  const previousOwners = e.previousOwners.filter((o) => sees(who, e.serverId, o));
  const sawQueue = e.previousQueueOwner === null || seesOwner(who, e.previousQueueOwner);
  const previousQueue = sawQueue ? e.previousQueue : null;
  const previousQueueOwner = sawQueue ? e.previousQueueOwner : null;
  if (seesAny(who, e.serverId, e.row.owners)) {
    const row = scopeCall(e.row, who);
    const isWhole = row === e.row && sawQueue && previousOwners.length === e.previousOwners.length;
    return isWhole ? e : { ...e, row, previousOwners, previousQueue, previousQueueOwner };
  }
  if (previousOwners.length === 0) return null;
  // The viewer saw the call before and may not see it now: report its end.
  const { linkedid, uniqueid, channel, channelOwner } = e.row;
  return {
    kind: 'call-removed',
    serverId: e.serverId,
    at: e.at,
    ...{ owners: previousOwners, queue: previousQueue, queueOwner: previousQueueOwner, linkedid, uniqueid },
    ...(isOfViewersCustomer(who, channelOwner) ? { channel, channelOwner } : NO_CHANNEL),
    hangupCause: 0,
    hangupText: '',
  };
};
