import { type AgentState, agentState } from '@ringside/core/live/select.ts';
import type { MemberRow } from '@ringside/core/live/state.ts';

/** Agent states in display order. */
export const AGENT_STATES = [
  'available',
  'ringing',
  'incall',
  'elsewhere',
  'wrapup',
  'paused',
  'unavailable',
] as const satisfies readonly AgentState[];

/** Returns when the state changes without an event (the end of wrap-up), or null. */
export const nextChange = (m: MemberRow, now: number): number | null =>
  m.lastCall !== null && agentState(m, now) === 'wrapup' ? m.lastCall + m.wrapupSeconds * 1000 : null;

/** Returns when the current state began; null when unknown. */
export const stateSince = (m: MemberRow, state: AgentState): number | null => {
  switch (state) {
    case 'incall':
      return m.incallSince ?? m.since;
    case 'paused':
      return m.pausedSince ?? m.since;
    case 'wrapup':
      return m.lastCall;
    default:
      return m.since > 0 ? m.since : null;
  }
};
