// Applies access rules to the live state of a viewer: hides rows and masks fields.
import { assertNever } from '../base/assert-never.ts';
import { maskingOf, type Mask } from '../access/masks.ts';
import { concerns, matches, within, type Instance, type RowLimit, type RowLimits } from '../access/row-limits.ts';
import type { LiveEvent } from './event.ts';
import { copyRows } from './copy-rows.ts';
import {
  busyElsewhere,
  emptyState,
  NOBODY,
  queueKey,
  type CallRow,
  type LiveState,
  type MemberRow,
  type Owner,
} from './state.ts';

/** Access rules of one viewer. */
export interface LiveRules {
  readonly masks?: readonly Mask[];
  readonly limits?: RowLimits;
}

const ofOwner = (serverId: number, { customerId, callcenterId }: Owner): Instance => ({
  serverId,
  customerId,
  callcenterId,
});

type OfQueue = { readonly serverId: number; readonly queue: string; readonly owner: Owner };

const seesOfQueue = (limits: RowLimits, { serverId, queue, owner }: OfQueue): boolean =>
  within(limits, { ...ofOwner(serverId, owner), queueKey: queueKey(serverId, queue) });

/** Hides the call of a hidden queue in the agent's other queues too. */
const limitedMember = (limits: RowLimits, row: MemberRow): MemberRow => {
  const { serverId, callQueue: queue, callOwner: owner } = row;
  return queue === null || owner === null || seesOfQueue(limits, { serverId, queue, owner }) ? row : busyElsewhere(row);
};

const seesCall = (
  limits: RowLimits,
  { serverId, queue, owners }: Pick<CallRow, 'serverId' | 'queue' | 'owners'>,
): boolean =>
  owners.some((owner) =>
    within(limits, { ...ofOwner(serverId, owner), queueKey: queue === null ? null : queueKey(serverId, queue) }),
  );

const ofServerAlone = (limit: RowLimit): RowLimit => ({
  ...limit,
  customerIds: [],
  callcenterIds: [],
  queueKeys: [],
  ownOnly: false,
});

/** A server is visible while anything on it may be visible. */
const seesServer = ({ denied, only }: RowLimits, serverId: number): boolean =>
  !denied.some((limit) => concerns(limit, { serverId }) && matches(limit, { serverId })) &&
  (only === null ||
    only.some((limit) => limit.serverIds.length === 0 || limit.allBut || matches(ofServerAlone(limit), { serverId })));

const limitedScope = (state: LiveState, limits: RowLimits): LiveState => {
  const seen = emptyState();
  copyRows(state.servers, seen.servers, (s) => seesServer(limits, s.id));
  copyRows(state.quality, seen.quality, (q) => within(limits, ofOwner(q.serverId, q.owner)));
  copyRows(state.queues, seen.queues, (q) => seesOfQueue(limits, { ...q, queue: q.name }));
  copyRows(
    state.members,
    seen.members,
    (m) => seesOfQueue(limits, m),
    (m) => limitedMember(limits, m),
  );
  copyRows(state.callers, seen.callers, (c) => seesOfQueue(limits, c));
  copyRows(state.calls, seen.calls, (c) => seesCall(limits, c));
  return seen;
};

/** Expects a state that is already scoped by owner. */
export const ruledScope = (state: LiveState, { masks = [], limits }: LiveRules): LiveState => {
  const seen = limits === undefined ? state : limitedScope(state, limits);
  if (masks.length === 0) return seen;
  const masking = maskingOf(masks);
  const all = (): boolean => true;
  const { members, callers, calls } = emptyState();
  copyRows(seen.members, members, all, masking);
  copyRows(seen.callers, callers, all, masking);
  copyRows(seen.calls, calls, all, masking);
  return { ...seen, members, callers, calls };
};

/** Returns `call-removed` when the viewer saw the call before and the limits hide it now. */
const callHidden = (e: Extract<LiveEvent, { kind: 'call' }>, limits: RowLimits): LiveEvent | null => {
  const { serverId, at, previousOwners: owners, previousQueue: queue, previousQueueOwner: queueOwner } = e;
  if (!seesCall(limits, { serverId, owners, queue })) return null;
  const { linkedid, uniqueid } = e.row;
  return {
    kind: 'call-removed',
    ...{ serverId, at, owners, queue, queueOwner, linkedid, uniqueid, channel: '', channelOwner: NOBODY },
    ...{ hangupCause: 0, hangupText: '' },
  };
};

const seesQueues = (limits: RowLimits, e: Extract<LiveEvent, { kind: 'queues-snapshot' }>): boolean =>
  e.queue === null || e.owner === null
    ? seesServer(limits, e.serverId)
    : seesOfQueue(limits, { serverId: e.serverId, queue: e.queue, owner: e.owner });

const limitedEvent = (e: LiveEvent, limits: RowLimits): LiveEvent | null => {
  switch (e.kind) {
    case 'server-snapshot':
      return seesServer(limits, e.serverId)
        ? {
            ...e,
            calls: e.calls.filter((c) => seesCall(limits, c)),
            quality: e.quality.filter((q) => within(limits, ofOwner(q.serverId, q.owner))),
          }
        : null;
    case 'queues-snapshot':
      if (!seesQueues(limits, e)) return null;
      return {
        ...e,
        queues: e.queues.filter((q) => seesOfQueue(limits, { ...q, queue: q.name })),
        members: e.members.filter((m) => seesOfQueue(limits, m)).map((m) => limitedMember(limits, m)),
        callers: e.callers.filter((c) => seesOfQueue(limits, c)),
      };
    case 'server':
      return seesServer(limits, e.serverId) ? e : null;
    case 'server-removed':
      return seesServer(limits, e.serverId) ? e : null;
    case 'call-removed':
      return seesCall(limits, e) ? e : null;
    case 'queue':
      return seesOfQueue(limits, { ...e.row, queue: e.row.name }) ? e : null;
    case 'member': {
      if (!seesOfQueue(limits, e.row)) return null;
      const row = limitedMember(limits, e.row);
      return row === e.row ? e : { ...e, row };
    }
    case 'caller':
      return seesOfQueue(limits, e.row) ? e : null;
    case 'quality':
      return within(limits, ofOwner(e.serverId, e.owner)) ? e : null;
    case 'call':
      return seesCall(limits, e.row) ? e : callHidden(e, limits);
    case 'queue-removed':
    case 'queue-summary':
    case 'queue-today':
    case 'member-removed':
    case 'caller-left':
    case 'caller-abandoned':
    case 'outcome':
      return seesOfQueue(limits, e) ? e : null;
    default:
      return assertNever(e);
  }
};

/** Whether an event can name a caller, so that masks apply. Each kind is listed, so a new one must decide. */
const NAMES_CALLER: Readonly<Record<LiveEvent['kind'], boolean>> = {
  'server-snapshot': true,
  'queues-snapshot': true,
  member: true,
  caller: true,
  outcome: true,
  call: true,
  'call-removed': true,
  'caller-left': true,
  'caller-abandoned': true,
  server: false,
  'server-removed': false,
  quality: false,
  queue: false,
  'queue-removed': false,
  'queue-summary': false,
  'queue-today': false,
  'member-removed': false,
};

export const ruledEvent = (e: LiveEvent, { masks = [], limits }: LiveRules): LiveEvent | null => {
  const seen = limits === undefined ? e : limitedEvent(e, limits);
  return seen === null || masks.length === 0 || !NAMES_CALLER[seen.kind] ? seen : maskingOf(masks)(seen);
};
