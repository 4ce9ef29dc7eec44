// An agent's day for tests. Times are minutes from UTC midnight of a fixed day. `s` converts them to seconds.
import type { AgentFact, AgentFactKind } from '../agent-fact.ts';
import { agentFiguresOf, tallyAgent } from '../agent-figures.ts';
import { agentTimeline } from '../agent-timeline.ts';

export const DAY = Date.parse('2026-11-18T00:00:00Z') / 1000;
export const s = (minutes: number): number => DAY + minutes * 60;
export const H = 60;

export const fact = (kind: AgentFactKind, minutes: number, more: Partial<AgentFact> = {}): AgentFact => ({
  ...{ at: s(minutes), kind, queue: 'sales', paused: false, reason: '', pausedSince: null, loginAt: null },
  ...{ incall: kind === 'connect', ringSeconds: 0, talkSeconds: null, wrapupSeconds: 0, call: null },
  ...more,
});
export const paused = (minutes: number, reason: string, more: Partial<AgentFact> = {}): AgentFact =>
  fact('pause', minutes, { paused: true, reason, ...more });
/** A call of the given number of minutes. */
export const call = (from: number, minutes: number, name: string, more: Partial<AgentFact> = {}): AgentFact[] => [
  fact('connect', from, { call: name, ...more, wrapupSeconds: 0 }),
  fact('complete', from + minutes, { call: name, talkSeconds: minutes * 60, ...more }),
];

export const of = (facts: readonly AgentFact[], now = s(24 * H), present = new Map()) =>
  agentTimeline({ facts: facts.toSorted((a, b) => a.at - b.at), present, now });
export const WHOLE = { from: DAY, to: s(24 * H) };
export const figures = (facts: readonly AgentFact[], now?: number) => {
  const t = tallyAgent(of(facts, now), WHOLE, WHOLE);
  return agentFiguresOf(t, t.sessionSeconds);
};
export const minutes = (n: number): number => n * 60;
