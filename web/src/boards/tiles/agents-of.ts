// Agents of several queues, each once in their busiest state, like the totals.
import { keysOf } from '@ringside/core/base/keys-of.ts';
import { agentState, type AgentState } from '@ringside/core/live/select.ts';
import type { MemberRow } from '@ringside/core/live/state.ts';
import { Bell, CircleCheck, type LucideIcon, NotebookPen, Pause, Phone, PhoneOff, Unplug } from 'lucide-react';
import { store } from '../../data/live/live.ts';

export const AGENT_LOOKS: Readonly<Record<AgentState, readonly [tone: string, icon: LucideIcon]>> = {
  incall: ['busy', Phone],
  ringing: ['warn', Bell],
  elsewhere: ['busy', PhoneOff],
  wrapup: ['accent', NotebookPen],
  available: ['ok', CircleCheck],
  paused: ['hold', Pause],
  unavailable: ['idle', Unplug],
};
const ORDER = keysOf(AGENT_LOOKS);

interface Shown {
  readonly key: string;
  readonly member: MemberRow;
  readonly state: AgentState;
}

/** Returns the agents of the queues (given by key): busy ones first, unavailable ones last. */
export const agentsOf = (queues: readonly string[], now: number): readonly Shown[] => {
  const people = new Map<string, Shown>();
  for (const member of queues.flatMap((q) => store.membersOf(q).flatMap((m) => store.row('members', m) ?? []))) {
    const key = `${member.serverId} ${member.interface}`;
    const state = agentState(member, now);
    const known = people.get(key);
    if (!known || ORDER.indexOf(state) < ORDER.indexOf(known.state)) people.set(key, { key, member, state });
  }
  return [...people.values()].sort(
    (a, b) =>
      ORDER.indexOf(a.state) - ORDER.indexOf(b.state) ||
      a.member.name.localeCompare(b.member.name) ||
      a.key.localeCompare(b.key),
  );
};
