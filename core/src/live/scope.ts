import { assertNever } from '../base/assert-never.ts';
import type { LiveEvent } from './event.ts';
import { limitsKey } from '../base/row-limits.ts';
import { ruledEvent, ruledScope, type LiveRules } from './scope-rules.ts';
import { boardKey, boardScope, boardScopeEvent, type BoardViewer } from './scope-board.ts';
import type { CallRow, LiveState, Owner, ServerRow } from './state.ts';

// Who sees what of the live state. `scope(reduce(s, e), who)` equals `reduce(scope(s, who), scopeEvent(e, who))`.

/** A viewer. Two viewers with equal `key` see the same bytes: they share one serialisation. */
export type Viewer = OwnerViewer | BoardViewer;

type OwnerViewer = LiveRules &
  (
    | { readonly reach: 'platform' }
    | {
        readonly reach: 'customer';
        readonly customerId: string;
        /** Servers that the customer uses: their link state is shown, without addresses or problems. */
        readonly serverIds: readonly number[];
      }
    | {
        readonly reach: 'subtree';
        /** Sorted: the viewer's own customer and those below it. */
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

/** Equal for two viewers who see the same. */
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

const seesServer = (who: Viewer, id: number): boolean => who.reach === 'platform' || who.serverIds.includes(id);

/** True when a record of this owner on this server is the viewer's to see. What nobody owns only the platform's staff sees. */
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
      // It sees queues, not all that is their owner's.
      return false;
    default:
      return assertNever(who);
  }
};

const seesAny = (who: Viewer, serverId: number, owners: readonly Owner[]): boolean =>
  owners.some((o) => sees(who, serverId, o));

/** Customers are told that the link is away, not why: the reason may name an address. */
const scopeServer = (row: ServerRow, who: Viewer): ServerRow =>
  who.reach === 'platform' || row.problem === null ? row : { ...row, problem: null };

/** The other parties of a call between two customers stay unnamed. */
const scopeCall = (row: CallRow, who: Viewer): CallRow =>
  who.reach === 'platform' || row.owners.every((o) => seesOwner(who, o))
    ? row
    : { ...row, owners: row.owners.filter((o) => seesOwner(who, o)) };

const keep = <R, S>(from: Map<string, R>, test: (row: R) => boolean, as: (row: R) => S): Map<string, S> => {
  const kept = new Map<string, S>();
  for (const [key, row] of from) if (test(row)) kept.set(key, as(row));
  return kept;
};
const same = <R>(row: R): R => row;

/** The part of a state that a viewer may see, as a new state. */
export const scope = (state: LiveState, who: Viewer): LiveState =>
  who.reach === 'board' ? boardScope(state, who) : ruledScope(scopeByOwner(state, who), who);

const scopeByOwner = (state: LiveState, who: OwnerViewer): LiveState => ({
  servers: keep(
    state.servers,
    (s) => seesServer(who, s.id),
    (s) => scopeServer(s, who),
  ),
  quality: keep(state.quality, (q) => sees(who, q.serverId, q.owner), same),
  queues: keep(state.queues, (q) => sees(who, q.serverId, q.owner), same),
  members: keep(state.members, (m) => sees(who, m.serverId, m.owner), same),
  callers: keep(state.callers, (c) => sees(who, c.serverId, c.owner), same),
  calls: keep(
    state.calls,
    (c) => seesAny(who, c.serverId, c.owners),
    (c) => scopeCall(c, who),
  ),
});

/** The event as a viewer may see it, or null. */
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
      return {
        ...e,
        queues: e.queues.filter((q) => sees(who, q.serverId, q.owner)),
        members: e.members.filter((m) => sees(who, m.serverId, m.owner)),
        callers: e.callers.filter((c) => sees(who, c.serverId, c.owner)),
      };
    case 'server':
      return seesServer(who, e.serverId) ? { ...e, server: scopeServer(e.server, who) } : null;
    case 'server-removed':
      return seesServer(who, e.serverId) ? e : null;
    case 'queue':
    case 'member':
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
      return seesAny(who, e.serverId, e.owners)
        ? { ...e, owners: e.owners.filter((o) => sees(who, e.serverId, o)) }
        : null;
    default:
      return assertNever(e);
  }
};

type Of<K extends LiveEvent['kind']> = Extract<LiveEvent, { kind: K }>;

const snapshotOf = (e: Of<'server-snapshot'>, who: Viewer): LiveEvent | null =>
  seesServer(who, e.serverId)
    ? {
        ...e,
        server: scopeServer(e.server, who),
        calls: e.calls.filter((c) => seesAny(who, c.serverId, c.owners)).map((c) => scopeCall(c, who)),
        quality: e.quality.filter((q) => sees(who, q.serverId, q.owner)),
      }
    : null;

const callOf = (e: Of<'call'>, who: Viewer): LiveEvent | null => {
  const previousOwners = e.previousOwners.filter((o) => sees(who, e.serverId, o));
  if (seesAny(who, e.serverId, e.row.owners)) return { ...e, row: scopeCall(e.row, who), previousOwners };
  if (previousOwners.length === 0) return null;
  // It was theirs and is no longer: to them it has ended.
  return {
    kind: 'call-removed',
    serverId: e.serverId,
    at: e.at,
    owners: previousOwners,
    linkedid: e.row.linkedid,
    uniqueid: e.row.uniqueid,
    channel: e.row.channel,
    hangupCause: 0,
    hangupText: '',
  };
};
