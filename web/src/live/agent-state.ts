import { type AgentState, agentState } from '@ringside/core/live/select.ts';
import type { MemberRow } from '@ringside/core/live/state.ts';

/** In order of what stands first on the page. */
export const AGENT_STATES = [
  'available',
  'ringing',
  'incall',
  'wrapup',
  'paused',
  'unavailable',
] as const satisfies readonly AgentState[];

/** When the state changes by the clock alone (the end of wrap-up), or null. */
export const nextChange = (m: MemberRow, now: number): number | null =>
  m.lastCall !== null && agentState(m, now) === 'wrapup' ? m.lastCall + m.wrapupSeconds * 1000 : null;

/** Since when the state is what it is; null when nobody knows. */
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
