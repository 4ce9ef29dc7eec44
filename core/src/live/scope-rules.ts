// What access rules leave of what a viewer sees of the live state: things that they hide, and fields that they withhold.
import { maskingOf, type Mask } from '../base/masks.ts';
import { concerns, matches, within, type Instance, type RowLimit, type RowLimits } from '../base/row-limits.ts';
import type { LiveEvent } from './event.ts';
import { queueKey, type CallRow, type LiveState, type Owner } from './state.ts';

/** Of a viewer. */
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

const seesCall = (limits: RowLimits, { serverId, queue, owners }: CallRow): boolean =>
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

/** A PBX is there while something on it may be. */
const seesServer = ({ denied, only }: RowLimits, serverId: number): boolean =>
  !denied.some((limit) => concerns(limit, { serverId }) && matches(limit, { serverId })) &&
  (only === null ||
    only.some((limit) => limit.serverIds.length === 0 || limit.allBut || matches(ofServerAlone(limit), { serverId })));

const kept = <R>(rows: ReadonlyMap<string, R>, test: (row: R) => boolean): Map<string, R> =>
  new Map([...rows].filter(([, row]) => test(row)));

const limitedScope = (state: LiveState, limits: RowLimits): LiveState => ({
  servers: kept(state.servers, (s) => seesServer(limits, s.id)),
  quality: kept(state.quality, (q) => within(limits, ofOwner(q.serverId, q.owner))),
  queues: kept(state.queues, (q) => seesOfQueue(limits, { ...q, queue: q.name })),
  members: kept(state.members, (m) => seesOfQueue(limits, m)),
  callers: kept(state.callers, (c) => seesOfQueue(limits, c)),
  calls: kept(state.calls, (c) => seesCall(limits, c)),
});

/** Of what was scoped by owner before. */
export const ruledScope = (state: LiveState, { masks = [], limits }: LiveRules): LiveState => {
  const seen = limits === undefined ? state : limitedScope(state, limits);
  if (masks.length === 0) return seen;
  const masking = maskingOf(masks);
  const masked = <R>(rows: ReadonlyMap<string, R>): Map<string, R> =>
    new Map([...rows].map(([key, row]) => [key, masking(row)]));
  return { ...seen, members: masked(seen.members), callers: masked(seen.callers), calls: masked(seen.calls) };
};

/** To whom it is hidden it has ended, if it was ever there. */
const callHidden = (e: Extract<LiveEvent, { kind: 'call' }>): LiveEvent => ({
  kind: 'call-removed',
  serverId: e.serverId,
  at: e.at,
  owners: e.row.owners,
  linkedid: e.row.linkedid,
  uniqueid: e.row.uniqueid,
  channel: '',
  hangupCause: 0,
  hangupText: '',
});

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
      return {
        ...e,
        queues: e.queues.filter((q) => seesOfQueue(limits, { ...q, queue: q.name })),
        members: e.members.filter((m) => seesOfQueue(limits, m)),
        callers: e.callers.filter((c) => seesOfQueue(limits, c)),
      };
    case 'server':
      return seesServer(limits, e.serverId) ? e : null;
    case 'server-removed':
    case 'call-removed':
      return e;
    case 'queue':
      return seesOfQueue(limits, { ...e.row, queue: e.row.name }) ? e : null;
    case 'member':
    case 'caller':
      return seesOfQueue(limits, e.row) ? e : null;
    case 'quality':
      return within(limits, ofOwner(e.serverId, e.owner)) ? e : null;
    case 'call':
      return seesCall(limits, e.row) ? e : callHidden(e);
    default:
      return seesOfQueue(limits, e) ? e : null;
  }
};

/** Those that tell who calls. */
const TELLING: ReadonlySet<LiveEvent['kind']> = new Set([
  ...(['server-snapshot', 'queues-snapshot', 'member', 'caller', 'outcome', 'call', 'call-removed'] as const),
]);

export const ruledEvent = (e: LiveEvent, { masks = [], limits }: LiveRules): LiveEvent | null => {
  const seen = limits === undefined ? e : limitedEvent(e, limits);
  return seen === null || masks.length === 0 || !TELLING.has(seen.kind) ? seen : maskingOf(masks)(seen);
};
