// Calculates an agent's figures by day. Each day reads only what overlaps it, so a year takes little more than its events.
import type { Span } from './agent-fact.ts';
import { tallyAgent, type AgentTally } from './agent-figures.ts';
import type { AgentTimeline } from './agent-timeline.ts';

/** Returns the indexes of the adjacent, ordered parts that a span touches, including its end. */
const touched = (parts: readonly Span[], span: Span): readonly number[] => {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((parts[middle]?.to ?? Infinity) > span.from) high = middle;
    else low = middle + 1;
  }
  const found: number[] = [];
  for (let i = low; i < parts.length && (parts[i]?.from ?? Infinity) <= span.to; i++) found.push(i);
  return found;
};

const share = <T>(items: readonly T[], parts: readonly Span[], spanOf: (item: T) => Span): readonly T[][] => {
  const made: T[][] = parts.map(() => []);
  for (const item of items) for (const i of touched(parts, spanOf(item))) made[i]?.push(item);
  return made;
};

/** Returns the tally of each part. `parts` are adjacent and cover the report. */
export const tallyByPart = (t: AgentTimeline, parts: readonly Span[]): readonly AgentTally[] => {
  const report = { from: parts[0]?.from ?? 0, to: parts.at(-1)?.to ?? 0 };
  const itself = <T extends Span>(span: T): Span => span;
  const sessions = share(t.sessions, parts, itself);
  const pauses = share(t.pauses, parts, itself);
  const talks = share(t.talks, parts, itself);
  const states = share(t.states, parts, itself);
  const missed = share(t.missed, parts, ({ at }) => ({ from: at, to: at }));
  return parts.map((part, i) =>
    tallyAgent(
      {
        sessions: sessions[i] ?? [],
        pauses: pauses[i] ?? [],
        talks: talks[i] ?? [],
        states: states[i] ?? [],
        missed: missed[i] ?? [],
      },
      part,
      report,
    ),
  );
};
