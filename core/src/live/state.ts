// Defines the live state of all PBX servers as flat maps of immutable rows. Rows are replaced, never mutated, so an unchanged reference
// means an unchanged row. Only `reduce` mutates the maps. Totals are computed in `select.ts`.
import { IndexedMap } from './indexed-map.ts';

/** Owner of a record. Only platform staff see records with `customerId: null`. */
export interface Owner {
  readonly customerId: string | null;
  readonly callcenterId: string | null;
}

export const NOBODY: Owner = { customerId: null, callcenterId: null };

/** Asterisk device states (`include/asterisk/devicestate.h`). 6 and 7 ring; 2, 3, 7 and 8 are in use. */
export const DEVICE = {
  unknown: 0,
  notInUse: 1,
  inUse: 2,
  busy: 3,
  invalid: 4,
  unavailable: 5,
  ringing: 6,
  ringInUse: 7,
  onHold: 8,
} as const;

/** The link to one PBX server. Times are epoch milliseconds of the console's clock unless stated otherwise. */
export interface ServerRow {
  readonly id: number;
  readonly name: string;
  readonly connected: boolean;
  /** True while the link is down or open without data. The rows show the state at `lastEventAt`. */
  readonly stale: boolean;
  /** When `connected` last changed. */
  readonly since: number;
  readonly lastEventAt: number | null;
  readonly version: string | null;
  /** Start time of Asterisk as reported (ISO 8601 local date and time without a zone). `null` before the first snapshot. */
  readonly startedAt: string | null;
  /** Time of the last module reload, by the PBX server's clock. */
  readonly reloadedAt?: string | null;
  /** Why the link is down or impaired, as a code of `link.ts`, or `null`. `scope()` removes it for everyone but platform staff. */
  readonly problem: string | null;
  /** `null` when there is no planned maintenance. */
  readonly maintenance: Maintenance | null;
}

/** Planned maintenance of a PBX server. Alerts and provisioning are suspended. */
export interface Maintenance {
  /** End of the maintenance. `null`: until a user ends it. */
  readonly until: number | null;
  readonly reason: string;
}

/** Sums of RTPAUDIOQOS reports. Selectors compute the averages. */
export interface QualitySums {
  readonly reports: number;
  readonly lp: number;
  readonly rlp: number;
  readonly rxcount: number;
  /** Seconds, summed over `rttReports` reports. A report without RTCP from the far end has no round-trip time. */
  readonly rtt: number;
  readonly rttReports: number;
  readonly rxjitter: number;
  readonly txjitter: number;
}

/** Sums by server and owner. */
export interface QualityRow extends QualitySums {
  readonly serverId: number;
  readonly owner: Owner;
  /** The last 30 minutes at most, oldest first, for the sparkline. `at` is the start of the minute, epoch ms. */
  readonly minutes: readonly QualityMinute[];
}
export interface QualityMinute {
  readonly at: number;
  readonly reports: number;
  readonly lp: number;
  readonly rxcount: number;
  readonly rtt: number;
  readonly rttReports: number;
  readonly rxjitter: number;
}

/** Today's figures of a queue in its customer's time zone, computed by the console from stored events. */
export interface QueueToday {
  /** The day, `YYYY-MM-DD`, in the customer's time zone. */
  readonly day: string;
  readonly received: number;
  readonly answered: number;
  readonly answeredInTime: number;
  readonly abandonedShort: number;
  readonly abandonedLong: number;
  readonly abandonedInTime: number;
  readonly timedOut: number;
  readonly leftByKey: number;
  readonly noAgent: number;
  /** Refused because the queue was full. */
  readonly full: number;
  readonly withdrawn: number;
  /** Sum of the waits of answered callers, seconds. */
  readonly waitSeconds: number;
  readonly longestWaitSeconds: number;
  /** Talk time of completed calls, seconds, and their number. */
  readonly talkSeconds: number;
  readonly completed: number;
  /** Formula 1 to 7 of `core/reports/service-level.ts`, its threshold, and its result in thousandths of a percent. `null` without calls. */
  readonly formula: number;
  readonly thresholdSeconds: number;
  readonly serviceLevel: number | null;
}

/** A queue as reported by its PBX server. Key: server ID and name (`queueKey`). */
export interface QueueRow {
  readonly serverId: number;
  readonly name: string;
  readonly owner: Owner;
  readonly max: number;
  readonly strategy: string;
  readonly holdtime: number;
  readonly talktime: number;
  readonly completed: number;
  readonly abandoned: number;
  /** Seconds. */
  readonly serviceLevel: number;
  /** Asterisk's own figure in thousandths of a percent (92.9 % is 92 900). */
  readonly serviceLevelPerf: number;
  /** The same figure over all calls, including abandoned calls. */
  readonly serviceLevelPerf2?: number;
  readonly weight: number;
  readonly today: QueueToday | null;
}

/** An agent's membership of one queue. Key: queue key and interface (`memberKey`). */
export interface MemberRow {
  readonly serverId: number;
  readonly queue: string;
  readonly owner: Owner;
  readonly name: string;
  readonly interface: string;
  readonly stateInterface: string;
  readonly membership: 'static' | 'dynamic' | 'realtime';
  readonly penalty: number;
  readonly callsTaken: number;
  /** Epoch ms of the end of the last call, or null. */
  readonly lastCall: number | null;
  readonly status: number;
  readonly ringing: boolean;
  readonly paused: boolean;
  readonly pausedReason: string;
  /** Epoch ms. `null` when not paused or unknown. */
  readonly pausedSince: number | null;
  readonly loginAt: number | null;
  /** Epoch ms of the start of the last pause, 0 for none. */
  readonly lastPauseAt?: number;
  readonly ringInUse?: boolean;
  readonly wrapupSeconds: number;
  readonly lastHoldtime: number | null;
  readonly lastTalktime: number | null;
  readonly incall: boolean;
  readonly incallSince: number | null;
  readonly onHold: boolean;
  /** The agent's channel while ringing or in a queue call, and its caller. */
  readonly channel: string | null;
  readonly linkedid: string | null;
  readonly callerNumber: string | null;
  readonly callerName: string | null;
  /** The queue of the current call. The agent's other memberships show the call too. */
  readonly callQueue: string | null;
  /** Owner of `callQueue`. Viewers without access to this owner's calls receive none of the call's fields. */
  readonly callOwner: Owner | null;
  /** The device rings for, or is in, a call that this viewer may not see. Set only by `scope`. */
  readonly busyElsewhere: boolean;
  /** When the shown state (ringing, in call, paused, status) last changed, epoch ms. */
  readonly since: number;
}

/** Returns the row for a viewer who may not see the device's current call. */
export const busyElsewhere = (row: MemberRow): MemberRow => ({
  ...row,
  ...{ ringing: false, incall: false, incallSince: null, onHold: false, channel: null, linkedid: null },
  ...{ callerNumber: null, callerName: null, callQueue: null, callOwner: null, busyElsewhere: true },
});

/** 0 unknown, 1 joined, 2 answered, 3 abandoned. */
export type CallerStatus = 0 | 1 | 2 | 3;

/** A caller waiting in a queue. Key: server ID, queue and unique ID (`callerKey`). */
export interface CallerRow {
  readonly serverId: number;
  readonly queue: string;
  readonly owner: Owner;
  readonly position: number;
  readonly status: CallerStatus;
  readonly channel: string;
  readonly uniqueid: string;
  readonly linkedid: string | null;
  readonly callerIdNum: string;
  readonly callerIdName: string;
  readonly connectedLineNum: string;
  readonly connectedLineName: string;
  readonly priority: number;
  readonly joinedAt: number;
  readonly answeredAt: number | null;
}

/** One call with any number of channels. Key: server ID and linked ID (`callKey`). */
export interface CallRow {
  readonly serverId: number;
  readonly linkedid: string;
  /** The first channel of the call. */
  readonly uniqueid: string;
  readonly channel: string;
  /** All owners with a part in the call, at least one. `[NOBODY]` when it has no owner. */
  readonly owners: readonly Owner[];
  /** AST_STATE_* of the first channel, or 6 once channels are bridged. */
  readonly state: number;
  readonly stateDesc: string;
  readonly startedAt: number;
  readonly answeredAt: number | null;
  readonly source: string;
  readonly sourceName: string;
  readonly destination: string;
  /** Owner of the device of `channel`. Has no customer for a trunk. */
  readonly channelOwner: Owner;
  readonly queue: string | null;
  readonly queueOwner: Owner | null;
  readonly agent: string | null;
  readonly agentInterface: string | null;
  readonly onHold: boolean;
  readonly parked: boolean;
}

/** Keys are made by the functions below. Tags: `server` is a `serverKey`, `queue` a `queueKey`, `caller` a `channelKey`. */
export interface LiveState {
  readonly servers: Map<string, ServerRow>;
  readonly quality: IndexedMap<QualityRow, 'server'>;
  readonly queues: IndexedMap<QueueRow, 'server'>;
  readonly members: IndexedMap<MemberRow, 'server' | 'queue'>;
  readonly callers: IndexedMap<CallerRow, 'server' | 'queue' | 'caller'>;
  readonly calls: IndexedMap<CallRow, 'server'>;
}

export type Table = keyof LiveState;

const ofServer = (row: { readonly serverId: number }): string => serverKey(row.serverId);
const ofQueue = (row: MemberRow | CallerRow): string => queueKey(row.serverId, row.queue);

export const emptyState = (): LiveState => ({
  servers: new Map(),
  quality: new IndexedMap<QualityRow, 'server'>({ server: ofServer }),
  queues: new IndexedMap<QueueRow, 'server'>({ server: ofServer }),
  members: new IndexedMap<MemberRow, 'server' | 'queue'>({ server: ofServer, queue: ofQueue }),
  callers: new IndexedMap<CallerRow, 'server' | 'queue' | 'caller'>({
    ...{ server: ofServer, queue: ofQueue, caller: (c) => channelKey(c.serverId, c.uniqueid) },
  }),
  calls: new IndexedMap<CallRow, 'server'>({ server: ofServer }),
});

// Names contain no control characters (the AMI decoder removes them), so a tab separates them without escaping.
export const serverKey = (serverId: number): string => String(serverId);
export const queueKey = (serverId: number, queue: string): string => `${serverId}\t${queue}`;
export const memberKey = (serverId: number, queue: string, iface: string): string => `${serverId}\t${queue}\t${iface}`;
export const callerKey = (serverId: number, queue: string, uniqueid: string): string =>
  `${serverId}\t${queue}\t${uniqueid}`;
export const channelKey = (serverId: number, uniqueid: string): string => `${serverId}\t${uniqueid}`;
export const callKey = (serverId: number, linkedid: string): string => `${serverId}\t${linkedid}`;
export const qualityKey = (serverId: number, owner: Owner): string =>
  `${serverId}\t${owner.customerId ?? ''}\t${owner.callcenterId ?? ''}`;
