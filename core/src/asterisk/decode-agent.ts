// Decodes Agent* events between a queue and an agent's phone.
import type { PbxFact } from './fact.ts';
import { needle } from './block.ts';
import type { BlockReader } from './block.ts';
import { CHANNEL, DEST, readParty, readPartyIfAny } from './channel.ts';

const QUEUE = needle('Queue');
const INTERFACE = needle('Interface');
const MEMBER_NAME = needle('MemberName');
const HOLD_TIME = needle('HoldTime');
const TALK_TIME = needle('TalkTime');
const RING_TIME = needle('RingTime');
const REASON = needle('Reason');

const agentCall = (b: BlockReader) => ({
  caller: readParty(b, CHANNEL),
  agent: readPartyIfAny(b, DEST),
  queue: b.text(QUEUE),
  interface: b.text(INTERFACE),
  memberName: b.text(MEMBER_NAME),
});

export const AGENT_DECODERS: Readonly<Record<string, (b: BlockReader) => PbxFact>> = {
  AgentCalled: (b) => ({ ...agentCall(b), kind: 'agent-called' }),
  // Milliseconds here, but seconds in AgentConnect.
  AgentRingNoAnswer: (b) => ({ ...agentCall(b), kind: 'agent-ring-no-answer', ringMs: b.number(RING_TIME) }),
  AgentConnect: (b) => ({
    ...agentCall(b),
    kind: 'agent-connect',
    holdSeconds: b.number(HOLD_TIME),
    ringSeconds: b.number(RING_TIME),
  }),
  AgentComplete: (b) => ({
    ...agentCall(b),
    kind: 'agent-complete',
    holdSeconds: b.number(HOLD_TIME),
    talkSeconds: b.number(TALK_TIME),
    reason: b.text(REASON),
  }),
};
