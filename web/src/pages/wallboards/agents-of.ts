// Agents of several queues, each once, in his busiest state: as the sums count them.
import { agentState, type AgentState } from '@ringside/core/live/select.ts';
import type { MemberRow } from '@ringside/core/live/state.ts';
import { Bell, CircleCheck, type LucideIcon, NotebookPen, Pause, Phone, Unplug } from 'lucide-react';
import { store } from '../../live/live.ts';

export const AGENT_LOOKS: Readonly<Record<AgentState, readonly [tone: string, icon: LucideIcon]>> = {
  incall: ['busy', Phone],
  ringing: ['warn', Bell],
  wrapup: ['accent', NotebookPen],
  available: ['ok', CircleCheck],
  paused: ['hold', Pause],
  unavailable: ['idle', Unplug],
};
const ORDER = Object.keys(AGENT_LOOKS) as AgentState[];

export interface Shown {
  readonly key: string;
  readonly member: MemberRow;
  readonly state: AgentState;
}

/** By the keys of the queues; who works first, who is away last. */
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
