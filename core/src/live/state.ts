// The live state of every PBX, as flat maps of immutable rows. A row is replaced, never mutated, so a reader that
// holds the old reference knows that nothing changed; the maps themselves are mutated by `reduce` alone.
// Nothing here can be counted from the rest: totals are the selectors' work (`select.ts`).

/** Who a record belongs to. `customerId: null` means nobody: the platform's staff alone see it. */
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

/** The link to one PBX. Times are epoch milliseconds on the console's clock unless said. */
export interface ServerRow {
  readonly id: number;
  readonly name: string;
  readonly connected: boolean;
  /** True while the link is away and the slice shows what was last known. */
  readonly stale: boolean;
  /** When `connected` last changed. */
  readonly since: number;
  readonly lastEventAt: number | null;
  readonly version: string | null;
  /** When Asterisk started, as it reports it (ISO 8601 local date and time joined, no zone), or null before the first snapshot. */
  readonly startedAt: string | null;
  /** Why the link is away or lame, as a code of `link.ts`, or null. Platform staff only: scope() blanks it for others. */
  readonly problem: string | null;
  /** Somebody works on the PBX on purpose; null: not. */
  readonly maintenance: Maintenance | null;
}

/** What is done to a PBX on purpose: nobody is alarmed by it meanwhile, and the console writes nothing there. */
export interface Maintenance {
  /** When it ends by itself; null: when somebody ends it. */
  readonly until: number | null;
  readonly reason: string;
}

/** Sums of RTPAUDIOQOS reports on one server for one owner: averages are a selector's work. */
export interface QualityRow {
  readonly serverId: number;
  readonly owner: Owner;
  readonly reports: number;
  readonly lp: number;
  readonly rlp: number;
  readonly rxcount: number;
  /** Seconds, summed over `rttReports` reports: a report without RTCP from the far side has no rtt. */
  readonly rtt: number;
  readonly rttReports: number;
  readonly rxjitter: number;
  readonly txjitter: number;
  /** Last 30 minutes at most, oldest first: start of the minute (ms) and the same sums. For the sparkline. */
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
  /** Sum of finished talk, seconds, and the calls in it. */
  readonly talkSeconds: number;
  readonly completed: number;
  /** Formula 1 to 7 of `metrics/service-level.ts`, its threshold, and its result in thousandths of a percent; null without a call to judge. */
  readonly formula: number;
  readonly thresholdSeconds: number;
  readonly serviceLevel: number | null;
}

/** A queue as its PBX reports it. Key: server id and name (`queueKey`). */
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
  readonly weight: number;
  readonly today: QueueToday | null;
}

/** One membership of an agent in a queue. Key: queue key and interface (`memberKey`). */
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
  /** Epoch ms, null when not paused or unknown. */
  readonly pausedSince: number | null;
  readonly loginAt: number | null;
  readonly wrapupSeconds: number;
  readonly lastHoldtime: number | null;
  readonly lastTalktime: number | null;
  readonly incall: boolean;
  readonly incallSince: number | null;
  readonly onHold: boolean;
  /** The agent's channel while ringing or in a call of a queue, and the caller in it. */
  readonly channel: string | null;
  readonly linkedid: string | null;
  readonly callerNumber: string | null;
  readonly callerName: string | null;
  /** The queue that the current call came from: the agent's other memberships show the call too. */
  readonly callQueue: string | null;
  /** When the shown state (ringing, in call, paused, status) last changed, epoch ms. */
  readonly since: number;
}

/** 0 unknown, 1 joined, 2 answered, 3 abandoned. */
export type CallerStatus = 0 | 1 | 2 | 3;

/** A caller waiting in a queue. Key: server id, queue and unique id (`callerKey`). */
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

/** One call, whatever its number of channels. Key: server id and linked id (`callKey`). */
export interface CallRow {
  readonly serverId: number;
  readonly linkedid: string;
  /** The channel that the call began with. */
  readonly uniqueid: string;
  readonly channel: string;
  /** Everyone with a part in it, at least one; `[NOBODY]` when nobody claims it. */
  readonly owners: readonly Owner[];
  /** AST_STATE_* of the first channel, or 6 once anything is bridged. */
  readonly state: number;
  readonly stateDesc: string;
  readonly startedAt: number;
  readonly answeredAt: number | null;
  readonly source: string;
  readonly sourceName: string;
  readonly destination: string;
  readonly queue: string | null;
  readonly agent: string | null;
  readonly agentInterface: string | null;
  readonly onHold: boolean;
  readonly parked: boolean;
}

/** Keys are strings made by the functions below. */
export interface LiveState {
  readonly servers: Map<string, ServerRow>;
  readonly quality: Map<string, QualityRow>;
  readonly queues: Map<string, QueueRow>;
  readonly members: Map<string, MemberRow>;
  readonly callers: Map<string, CallerRow>;
  readonly calls: Map<string, CallRow>;
}

export type Table = keyof LiveState;

export const emptyState = (): LiveState => ({
  servers: new Map(),
  quality: new Map(),
  queues: new Map(),
  members: new Map(),
  callers: new Map(),
  calls: new Map(),
});

// Names hold no control characters (the AMI decoder drops them), so a tab separates without escaping.
export const serverKey = (serverId: number): string => String(serverId);
export const queueKey = (serverId: number, queue: string): string => `${serverId}\t${queue}`;
export const memberKey = (serverId: number, queue: string, iface: string): string => `${serverId}\t${queue}\t${iface}`;
export const callerKey = (serverId: number, queue: string, uniqueid: string): string =>
  `${serverId}\t${queue}\t${uniqueid}`;
export const callKey = (serverId: number, linkedid: string): string => `${serverId}\t${linkedid}`;
export const qualityKey = (serverId: number, owner: Owner): string =>
  `${serverId}\t${owner.customerId ?? ''}\t${owner.callcenterId ?? ''}`;
