// What travels: from the collector through the bus to the authority, to the store of events and to every browser.
// Rows inside an event are whole, so applying one twice changes nothing and a late joiner needs no history.
import type { CallRow, CallerRow, MemberRow, Owner, QueueRow, QueueToday, ServerRow, QualityRow } from './state.ts';

interface Base {
  readonly serverId: number;
  /** When the console received it, epoch ms. */
  readonly at: number;
}
interface OfQueue extends Base {
  readonly owner: Owner;
  readonly queue: string;
}

/** The AMI event that carried a member's new row; goes on the wire as `Event`. */
export type MemberCause =
  | 'QueueMember'
  | 'QueueMemberAdded'
  | 'QueueMemberStatus'
  | 'QueueMemberPause'
  | 'QueueMemberPenalty'
  | 'QueueMemberRinginuse'
  | 'AgentCalled'
  | 'AgentRingNoAnswer'
  | 'AgentConnect'
  | 'AgentComplete';

/** The AMI event that carried a call's new row. */
export type CallCause = 'Newchannel' | 'Newstate' | 'CoreShowChannel';

/** How a caller's stay in a queue ended. Exclusive; with those still waiting they add up to received. */
export type Outcome = 'answered' | 'abandoned' | 'timed-out' | 'left-by-key' | 'no-agent' | 'full' | 'withdrawn';

export type LiveEvent =
  /** Replaces the server's row and all of its calls and quality sums. Follows CoreStatus on the wire. */
  | (Base & {
      readonly kind: 'server-snapshot';
      readonly server: ServerRow;
      readonly calls: readonly CallRow[];
      readonly quality: readonly QualityRow[];
    })
  /** Replaces all queues, members and callers of the server; or, with `queue`, of that queue alone. */
  | (Base & {
      readonly kind: 'queues-snapshot';
      readonly queue: string | null;
      readonly queues: readonly QueueRow[];
      readonly members: readonly MemberRow[];
      readonly callers: readonly CallerRow[];
    })
  /** The link came or went, or its problem changed. Away: `stale` is true and the slice stays as it was. */
  | (Base & { readonly kind: 'server'; readonly server: ServerRow })
  /** Everything of the server goes: it was deleted, disabled, or left this viewer's scope. */
  | (Base & { readonly kind: 'server-removed' })
  /** One RTPAUDIOQOS report of a leg that ended. */
  | (Base & {
      readonly kind: 'quality';
      readonly owner: Owner;
      readonly uniqueid: string;
      readonly linkedid: string;
      readonly channel: string;
      readonly lp: number;
      readonly rlp: number;
      readonly rxcount: number;
      readonly txcount: number;
      /** Seconds; null when the far side sent no RTCP. */
      readonly rtt: number | null;
      readonly rxjitter: number;
      readonly txjitter: number;
    })
  /** Adds or replaces a queue's parameters; its `today` is kept when the event has none. */
  | (Base & { readonly kind: 'queue'; readonly row: QueueRow })
  | (OfQueue & { readonly kind: 'queue-removed' })
  /** QueueSummary: sets holdtime and talktime. */
  | (OfQueue & {
      readonly kind: 'queue-summary';
      readonly holdtime: number;
      readonly talktime: number;
    })
  | (OfQueue & { readonly kind: 'queue-today'; readonly today: QueueToday })
  /**
   * Adds or replaces a membership. `completes`: the queue's completed count rises by one (AgentComplete while in a call).
   * `gone`: he logged off before; the rest of his call changes no row and goes to no viewer, but the reports count it.
   */
  | (Base & {
      readonly kind: 'member';
      readonly cause: MemberCause;
      readonly row: MemberRow;
      readonly completes: boolean;
      readonly gone?: true;
      /** Of AgentConnect and AgentComplete: what they report, seconds. */
      readonly holdSeconds: number | null;
      readonly talkSeconds: number | null;
      readonly ringMs: number | null;
      /** Of AgentComplete: agent, caller or transfer. */
      readonly reason: string | null;
      /** The caller's unique id, of Agent* causes. */
      readonly uniqueid: string | null;
    })
  | (OfQueue & {
      readonly kind: 'member-removed';
      readonly interface: string;
      readonly name: string;
    })
  /** Adds or replaces a caller: joined (1), answered (2: still shown until it leaves). */
  | (Base & { readonly kind: 'caller'; readonly row: CallerRow })
  /** Removes the caller; positions behind it move up. */
  | (OfQueue & {
      readonly kind: 'caller-left';
      readonly uniqueid: string;
      readonly position: number;
      readonly count: number;
    })
  /** Raises the queue's abandoned count and marks the caller (3). `caller-left` follows and removes it. */
  | (OfQueue & {
      readonly kind: 'caller-abandoned';
      readonly uniqueid: string;
      readonly position: number;
      readonly originalPosition: number;
      readonly holdSeconds: number;
    })
  /** The true end of a stay in a queue. Changes no row: it feeds today's figures and the reports. */
  | (OfQueue & {
      readonly kind: 'outcome';
      readonly outcome: Outcome;
      readonly uniqueid: string;
      readonly linkedid: string | null;
      readonly callerNumber: string;
      readonly callerName: string;
      readonly joinedAt: number;
      /** From joining to the answer or the end, whole seconds. */
      readonly waitSeconds: number;
      readonly agentInterface: string | null;
      readonly agentName: string | null;
    })
  /** Adds or replaces a call. `previousOwners`: who saw it before; those no longer in `row.owners` are sent `call-removed` by `scopeEvent`. */
  | (Base & {
      readonly kind: 'call';
      readonly cause: CallCause;
      readonly row: CallRow;
      readonly previousOwners: readonly Owner[];
    })
  /** The last channel of the call ended, or the call left this viewer's scope. */
  | (Base & {
      readonly kind: 'call-removed';
      readonly owners: readonly Owner[];
      readonly linkedid: string;
      readonly uniqueid: string;
      readonly channel: string;
      readonly hangupCause: number;
      readonly hangupText: string;
    });

export type LiveEventKind = LiveEvent['kind'];
