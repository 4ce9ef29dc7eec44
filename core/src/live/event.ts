// Defines the live events. The collector sends them over the bus to the authority, the event store and every browser. Each event carries
// whole rows, so applying it twice changes nothing and a new viewer needs no history.
import type { PartyFact } from '../asterisk/fact.ts';
import type {
  CallRow,
  CallerRow,
  MemberRow,
  Owner,
  QualityMinute,
  QualityRow,
  QualitySums,
  QueueRow,
  QueueToday,
  ServerRow,
} from './state.ts';

interface Base {
  readonly serverId: number;
  /** When the console received the event, epoch ms. */
  readonly at: number;
}
interface OfQueue extends Base {
  readonly owner: Owner;
  readonly queue: string;
}

/** The AMI event that carried the new row of a queue member. Sent to browsers as `Event`. */
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

/** The AMI event that carried the new row of a call. */
export type CallCause = 'Newchannel' | 'Newstate' | 'CoreShowChannel';

/** How a queue visit ended. Outcomes are exclusive. Together with callers who still wait they add up to received calls. */
export type Outcome = 'answered' | 'abandoned' | 'timed-out' | 'left-by-key' | 'no-agent' | 'full' | 'withdrawn';

export type LiveEvent =
  /** Replaces the row of the server and all of its calls and quality sums. Follows CoreStatus on the wire. */
  | (Base & {
      readonly kind: 'server-snapshot';
      readonly server: ServerRow;
      readonly calls: readonly CallRow[];
      readonly quality: readonly QualityRow[];
    })
  /** Replaces all queues, members and callers of the server, or only those of `queue`. */
  | (Base & {
      readonly kind: 'queues-snapshot';
      readonly queue: string | null;
      /** Owner of `queue`. The snapshot of a single queue goes only to viewers of this owner. */
      readonly owner: Owner | null;
      readonly queues: readonly QueueRow[];
      readonly members: readonly MemberRow[];
      readonly callers: readonly CallerRow[];
    })
  /** The link was established or lost, or its problem changed. After a loss `stale` is true and the state of the server is kept. */
  | (Base & { readonly kind: 'server'; readonly server: ServerRow })
  /** Removes the server and all of its rows: it was deleted, disabled, or left this viewer's scope. */
  | (Base & { readonly kind: 'server-removed' })
  /** One RTPAUDIOQOS report of a leg that ended, and the sums that include it. */
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
      /** Seconds. `null` when the far end sent no RTCP. */
      readonly rtt: number | null;
      readonly rxjitter: number;
      readonly txjitter: number;
      /** Sums of the server and the owner, this report included. */
      readonly sums: QualitySums;
      /** Sums of the minute in which the report counts. */
      readonly minute: QualityMinute;
    })
  /** Adds or replaces a queue's parameters. Keeps the stored `today` when the event has none. */
  | (Base & { readonly kind: 'queue'; readonly row: QueueRow })
  /** Removes the queue with its members and callers. */
  | (OfQueue & { readonly kind: 'queue-removed' })
  /** Sets the hold time and talk time of a queue, as in AMI's QueueSummary. */
  | (OfQueue & {
      readonly kind: 'queue-summary';
      readonly holdtime: number;
      readonly talktime: number;
    })
  /** Replaces the figures of the day of a queue. */
  | (OfQueue & { readonly kind: 'queue-today'; readonly today: QueueToday })
  /**
   * Adds or replaces a queue member. `completes`: the queue counts the call as completed (AgentComplete during a call), and its row follows.
   * `gone`: the agent logged off during the call. Later events change no row and reach no viewer, but reports count them.
   */
  | (Base & {
      readonly kind: 'member';
      readonly cause: MemberCause;
      readonly row: MemberRow;
      readonly completes: boolean;
      readonly gone?: true;
      /** Seconds as reported by AgentConnect and AgentComplete. */
      readonly holdSeconds: number | null;
      readonly talkSeconds: number | null;
      readonly ringMs: number | null;
      /** Who ended the call, from AgentComplete: agent, caller or transfer. */
      readonly reason: string | null;
      /** Unique ID of the caller, from Agent* events. */
      readonly uniqueid: string | null;
      /** The two parties of the queue call, from Agent* events. Viewers who see the member see them. */
      readonly caller?: PartyFact;
      readonly agent?: PartyFact;
    })
  /** Removes a queue member. */
  | (OfQueue & {
      readonly kind: 'member-removed';
      readonly interface: string;
      readonly name: string;
      /** The last row of the member, without call fields. */
      readonly row?: MemberRow;
    })
  /** Adds or replaces a caller. Status 1: joined. Status 2: answered, shown until the caller leaves. */
  | (Base & {
      readonly kind: 'caller';
      readonly row: CallerRow;
      /** For a caller who joins: callers in the queue and the channel state. */
      readonly joined?: { readonly count: number; readonly state: number; readonly stateDesc: string };
    })
  /** Removes the caller and moves later callers up. */
  | (OfQueue & {
      readonly kind: 'caller-left';
      readonly uniqueid: string;
      readonly position: number;
      readonly count: number;
      readonly caller?: PartyFact;
    })
  /** Sets the caller's status to 3. The queue's row with its abandoned count follows, then a `caller-left` event that removes the caller. */
  | (OfQueue & {
      readonly kind: 'caller-abandoned';
      readonly uniqueid: string;
      readonly position: number;
      readonly originalPosition: number;
      readonly holdSeconds: number;
      readonly caller?: PartyFact;
    })
  /** The final outcome of a queue visit. Changes no row. Feeds today's figures and the reports. */
  | (OfQueue & {
      readonly kind: 'outcome';
      readonly outcome: Outcome;
      readonly uniqueid: string;
      readonly linkedid: string | null;
      readonly callerNumber: string;
      readonly callerName: string;
      readonly joinedAt: number;
      /** Whole seconds from joining to the answer or the end. */
      readonly waitSeconds: number;
      readonly agentInterface: string | null;
      readonly agentName: string | null;
    })
  /** Adds or replaces a call. `scopeEvent` sends `call-removed` to `previousOwners` that are missing in `row.owners`. */
  | (Base & {
      readonly kind: 'call';
      readonly cause: CallCause;
      readonly row: CallRow;
      readonly previousOwners: readonly Owner[];
      readonly previousQueue: string | null;
      readonly previousQueueOwner: Owner | null;
    })
  /** The last channel of the call ended, or the call left this viewer's scope. */
  | (Base & {
      readonly kind: 'call-removed';
      readonly owners: readonly Owner[];
      readonly queue: string | null;
      readonly queueOwner: Owner | null;
      readonly linkedid: string;
      readonly uniqueid: string;
      readonly channel: string;
      readonly channelOwner: Owner;
      readonly hangupCause: number;
      readonly hangupText: string;
    });
