// Defines the data of AMI's Agent* events: the agent, both parties and the times of the call.
import type { MemberCause } from '../event.ts';
import type { PartyFact } from '../../asterisk/fact.ts';

export interface AgentCallFact {
  readonly queue: string;
  readonly interface: string;
  readonly memberName: string;
  readonly caller: PartyFact;
  readonly agent: PartyFact | null;
}

export interface Report {
  readonly completes: boolean;
  readonly holdSeconds: number | null;
  readonly talkSeconds: number | null;
  readonly ringMs: number | null;
  readonly reason: string | null;
  readonly uniqueid: string | null;
  readonly caller?: PartyFact;
  readonly agent?: PartyFact;
}

export const NO_REPORT: Report = {
  completes: false,
  holdSeconds: null,
  talkSeconds: null,
  ringMs: null,
  reason: null,
  uniqueid: null,
};

export const CALL_CAUSES: ReadonlySet<MemberCause> = new Set(['AgentConnect', 'AgentComplete', 'AgentRingNoAnswer']);

/** Returns both parties as fields of a member event. */
export const partiesOf = ({ caller, agent }: Pick<AgentCallFact, 'caller' | 'agent'>): Partial<Report> => ({
  uniqueid: caller.uniqueid,
  // Asterisk omits channels that have ended.
  ...(caller.channel === '' ? {} : { caller }),
  ...(agent === null ? {} : { agent }),
});
