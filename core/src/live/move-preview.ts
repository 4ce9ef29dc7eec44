// Previews the effect of moving agents between two queues.
import { agentState } from './select.ts';
import { memberKey, queueKey, type LiveState, type MemberRow } from './state.ts';

interface QueueLoad {
  readonly agents: number;
  /** Agents who can take the next call. */
  readonly available: number;
}

export interface MovePreview {
  readonly from: { readonly before: QueueLoad; readonly after: QueueLoad; readonly waiting: number };
  readonly to: { readonly before: QueueLoad; readonly after: QueueLoad; readonly waiting: number };
  /** True when no available agent would remain for the callers waiting in the source queue. */
  readonly strands: boolean;
}

const WAITING = 1;

const loadOf = (rows: readonly MemberRow[], now: number): QueueLoad => ({
  agents: rows.length,
  available: rows.filter((m) => agentState(m, now) === 'available').length,
});

/** `from` and `to` are queue names of the server. An agent who is already in `to` only leaves `from`. `now`: epoch ms. */
export const previewMove = (
  state: LiveState,
  serverId: number,
  move: { readonly interfaces: readonly string[]; readonly from: string; readonly to: string },
  now: number,
): MovePreview => {
  const here = state.members.rowsWith('queue', queueKey(serverId, move.from));
  const there = state.members.rowsWith('queue', queueKey(serverId, move.to));
  const waiting = (queue: string): number =>
    state.callers.rowsWith('queue', queueKey(serverId, queue)).filter((c) => c.status === WAITING).length;
  const moving = here.filter((m) => move.interfaces.includes(m.interface));
  const stay = here.filter((m) => !moving.includes(m));
  const come = moving.filter((m) => !state.members.has(memberKey(serverId, move.to, m.interface)));
  const from = { before: loadOf(here, now), after: loadOf(stay, now), waiting: waiting(move.from) };
  const to = { before: loadOf(there, now), after: loadOf([...there, ...come], now), waiting: waiting(move.to) };
  return { from, to, strands: from.waiting > 0 && from.before.available > 0 && from.after.available === 0 };
};
