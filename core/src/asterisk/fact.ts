// Defines typed facts of one PBX server, independent of the Asterisk version. `decode.ts` makes facts from blocks, `tracker.ts` turns them
// into `LiveEvent`s. A fact has no owner and no console time; the collector adds the arrival time. Times from the PBX server are epoch
// seconds of its own clock.
import type { LocalLeg } from './leg.ts';

/** Channel fields of an event. Names are unescaped, control characters removed, and `<unknown>` becomes ''. */
export interface ChannelFact {
  readonly channel: string;
  readonly state: number;
  readonly stateDesc: string;
  readonly callerIdNum: string;
  readonly callerIdName: string;
  readonly connectedLineNum: string;
  readonly connectedLineName: string;
  readonly accountCode: string;
  readonly context: string;
  readonly exten: string;
  readonly uniqueid: string;
  readonly linkedid: string;
  /** Endpoint option `tenantid`. Empty when the PBX server sends none. */
  readonly tenantId: string;
}

/** The fields read of a channel that other events describe in full. */
export type PartyFact = Pick<ChannelFact, 'channel' | 'callerIdNum' | 'callerIdName' | 'uniqueid' | 'linkedid'> &
  Partial<Pick<ChannelFact, 'state' | 'stateDesc' | 'connectedLineNum' | 'connectedLineName'>>;

export interface MemberFact {
  readonly queue: string;
  readonly name: string;
  readonly interface: string;
  readonly stateInterface: string;
  readonly membership: 'static' | 'dynamic' | 'realtime';
  readonly penalty: number;
  readonly callsTaken: number;
  /** Epoch seconds, 0 for never. */
  readonly lastCall: number;
  readonly lastPause: number;
  readonly loginTime: number;
  readonly inCall: boolean;
  readonly status: number;
  readonly paused: boolean;
  readonly pausedReason: string;
  readonly wrapupSeconds: number;
  /** Present in events, missing in lists. */
  readonly ringInUse?: boolean;
}

export interface QueueFact {
  readonly queue: string;
  readonly max: number;
  readonly strategy: string;
  readonly calls: number;
  readonly holdtime: number;
  readonly talktime: number;
  readonly completed: number;
  readonly abandoned: number;
  readonly serviceLevel: number;
  /** Thousandths of a percent. */
  readonly serviceLevelPerf: number;
  readonly serviceLevelPerf2: number;
  readonly weight: number;
}

export interface EntryFact {
  readonly queue: string;
  readonly position: number;
  readonly channel: string;
  readonly uniqueid: string;
  readonly callerIdNum: string;
  readonly callerIdName: string;
  readonly connectedLineNum: string;
  readonly connectedLineName: string;
  readonly waitSeconds: number;
  readonly priority: number;
}

export interface ShownChannelFact extends ChannelFact {
  readonly application: string;
  readonly applicationData: string;
  readonly durationSeconds: number;
  readonly bridgeId: string;
}

interface AgentCall {
  readonly queue: string;
  readonly interface: string;
  readonly memberName: string;
  /** The caller. */
  readonly caller: PartyFact;
  /** The agent's channel. `null` when the event has no Dest headers (after Redirect or Park of the caller). */
  readonly agent: PartyFact | null;
}

/** The state of a PBX server at one moment, collected while live events keep arriving. */
export interface Snapshot {
  readonly startedAt: string | null;
  readonly reloadedAt?: string | null;
  readonly version: string;
  readonly systemName: string;
  readonly queues: readonly QueueFact[];
  readonly members: readonly MemberFact[];
  readonly entries: readonly EntryFact[];
  readonly summaries: readonly SummaryFact[];
  readonly channels: readonly ShownChannelFact[];
}

export interface SummaryFact {
  readonly queue: string;
  readonly loggedIn: number;
  readonly available: number;
  readonly callers: number;
  readonly holdtime: number;
  readonly talktime: number;
  readonly longestHoldtime: number;
}

/** One re-read queue. Replaces its parameters, members and callers. `params` is `null` when the queue no longer exists. */
export interface QueueSnapshot {
  readonly queue: string;
  readonly params: QueueFact | null;
  readonly members: readonly MemberFact[];
  readonly entries: readonly EntryFact[];
}

export type PbxFact =
  | ({ readonly kind: 'queue-read' } & QueueSnapshot)
  | { readonly kind: 'fully-booted' }
  | { readonly kind: 'shutdown'; readonly restart: boolean }
  | { readonly kind: 'reload'; readonly module: string }
  | ({ readonly kind: 'queue-params' } & QueueFact)
  | ({ readonly kind: 'queue-summary' } & SummaryFact)
  | ({
      readonly kind: 'member';
      readonly cause:
        | 'QueueMember'
        | 'QueueMemberAdded'
        | 'QueueMemberStatus'
        | 'QueueMemberPause'
        | 'QueueMemberPenalty'
        | 'QueueMemberRinginuse';
    } & MemberFact)
  | {
      readonly kind: 'member-removed';
      readonly queue: string;
      readonly interface: string;
      readonly name: string;
      /** The last known member. */
      readonly member?: MemberFact;
    }
  | ({ readonly kind: 'queue-entry' } & EntryFact)
  | {
      readonly kind: 'caller-joined';
      readonly queue: string;
      readonly position: number;
      readonly count: number;
      readonly caller: ChannelFact;
    }
  | {
      readonly kind: 'caller-left';
      readonly queue: string;
      readonly position: number;
      readonly count: number;
      readonly caller: PartyFact;
    }
  | {
      readonly kind: 'caller-abandoned';
      readonly queue: string;
      readonly position: number;
      readonly originalPosition: number;
      readonly holdSeconds: number;
      readonly caller: PartyFact;
    }
  | ({ readonly kind: 'agent-called' } & AgentCall)
  | ({ readonly kind: 'agent-ring-no-answer'; readonly ringMs: number } & AgentCall)
  | ({ readonly kind: 'agent-connect'; readonly holdSeconds: number; readonly ringSeconds: number } & AgentCall)
  | ({
      readonly kind: 'agent-complete';
      readonly holdSeconds: number;
      readonly talkSeconds: number;
      readonly reason: string;
    } & AgentCall)
  | ({
      readonly kind: 'channel';
      readonly cause: 'Newchannel' | 'Newstate' | 'NewCallerid' | 'NewConnectedLine' | 'NewAccountCode';
    } & ChannelFact)
  | ({ readonly kind: 'channel-shown' } & ShownChannelFact)
  | ({ readonly kind: 'hangup'; readonly cause: number; readonly causeText: string } & PartyFact)
  | { readonly kind: 'rename'; readonly uniqueid: string; readonly oldName: string; readonly newName: string }
  | { readonly kind: 'dial-begin'; readonly callee: ChannelFact; readonly dialString: string }
  | {
      readonly kind: 'dial-end';
      /** False when the dialplan dialed without a caller (Originate). */
      readonly hasCaller: boolean;
      readonly callee: ChannelFact;
      readonly dialStatus: string;
    }
  | ({
      readonly kind: 'bridge-enter';
      readonly bridgeId: string;
      readonly bridgeType: string;
      /** The channel it replaces (an optimized Local channel, a transfer), or ''. */
      readonly swapUniqueid: string;
    } & ChannelFact)
  | ({ readonly kind: 'bridge-leave'; readonly bridgeId: string } & ChannelFact)
  | ({ readonly kind: 'hold' } & ChannelFact)
  | ({ readonly kind: 'unhold' } & ChannelFact)
  /** The parking position: space `701` of the lot `default`. */
  | ({ readonly kind: 'parked'; readonly lot: string; readonly space: string } & ChannelFact)
  | ({ readonly kind: 'unparked' } & ChannelFact)
  | {
      readonly kind: 'blind-transfer';
      /** `Success` or the reason of the failure. */
      readonly result: string;
      readonly transferer: ChannelFact;
      readonly transferee: ChannelFact | null;
      readonly exten: string;
      readonly context: string;
    }
  | {
      readonly kind: 'attended-transfer';
      /** The consulting channel. If it was in an application such as Queue, the transferee takes its position there. */
      readonly consultation: ChannelFact | null;
      /** The transferee's current application, or ''. */
      readonly application: string;
      readonly transferee: ChannelFact | null;
      readonly target: ChannelFact | null;
      readonly result: string;
    }
  /** Result of an Originate. `uniqueid` is '' when no channel could be created. */
  | {
      readonly kind: 'originated';
      readonly success: boolean;
      readonly channel: string;
      readonly uniqueid: string;
      /** AST_CONTROL_*: 4 answered, 5 busy, 8 congestion, 3 no answer, 0 or 1 failed. */
      readonly reason: number;
    }
  | { readonly kind: 'spying'; readonly on: boolean; readonly spyer: PartyFact; readonly spyee: PartyFact }
  | ({ readonly kind: 'recording'; readonly on: boolean } & PartyFact)
  /** Newexten with the application Queue: a caller is about to join or to be refused. */
  | { readonly kind: 'queue-run'; readonly queue: string; readonly uniqueid: string }
  /** VarSet QUEUESTATUS: TIMEOUT, FULL, JOINEMPTY, LEAVEEMPTY, JOINUNAVAIL, LEAVEUNAVAIL, CONTINUE, WITHDRAW. */
  | ({ readonly kind: 'queue-status'; readonly value: string } & PartyFact)
  /** VarSet RTPAUDIOQOS. Jitter and round-trip time in seconds. Legs without packets are decoded too; the tracker drops them. */
  | ({
      readonly kind: 'rtp-quality';
      readonly lp: number;
      readonly rlp: number;
      readonly rxcount: number;
      readonly txcount: number;
      readonly rtt: number;
      readonly rxjitter: number;
      readonly txjitter: number;
    } & ChannelFact)
  /** A call detail record. Not part of the live state. `mapped`: linked ID and sequence are present. */
  /** Dialplan data of a call that needs the console's permission: see `core/pbx/dialplan/credit-section.ts`. */
  | ({ readonly kind: 'credit'; readonly words: readonly string[] } & PartyFact)
  | { readonly kind: 'cdr'; readonly leg: LocalLeg; readonly mapped: boolean };

export type PbxFactKind = PbxFact['kind'];
