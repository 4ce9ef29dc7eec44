import { type AgentState, agentState } from '@ringside/core/live/select.ts';
import { memberKey, type MemberRow } from '@ringside/core/live/state.ts';
import type { AgentPage } from '@ringside/core/contract/desk/agent-page.ts';

/** One of the user's phones in one of the queues that they may log in to. */
export interface Seat {
  readonly key: string;
  readonly serverId: number;
  readonly queue: string;
  readonly label: string;
  readonly phone: AgentPage['phones'][number];
}

export const seatsOf = ({ phones, queues }: Pick<AgentPage, 'phones' | 'queues'>): Seat[] =>
  queues.flatMap((q) =>
    phones
      .filter((phone) => phone.serverId === q.serverId)
      .map((phone) => ({
        key: memberKey(q.serverId, q.name, phone.interface),
        ...{ serverId: q.serverId, queue: q.name, label: q.label, phone },
      })),
  );

/** Precedence of the states: a call before a pause, and a pause before being available. */
const ORDER: readonly AgentState[] = ['incall', 'ringing', 'elsewhere', 'wrapup', 'paused', 'unavailable', 'available'];

/** The agent's state over all memberships; `null` when logged in nowhere. */
export const ownState = (
  members: readonly MemberRow[],
  now: number,
): { readonly state: AgentState; readonly row: MemberRow } | null => {
  const each = members.map((row) => ({ state: agentState(row, now), row }));
  return each.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))[0] ?? null;
};
