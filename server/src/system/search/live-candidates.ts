// Returns search candidates of the live state: agents and active calls that the viewer sees.
import type { SearchHit } from '@ringside/core/contract/system/search.ts';
import { cleanCallerId } from '@ringside/core/base/caller-id.ts';
import { maskNumber } from '@ringside/core/access/masks.ts';
import type { Mask } from '@ringside/core/access/masks.ts';
import { sees } from '@ringside/core/live/scope.ts';
import type { Viewer } from '@ringside/core/live/scope.ts';
import type { LiveState } from '@ringside/core/live/state.ts';
import type { Candidate } from '@ringside/core/base/rank.ts';

/** One candidate per agent, regardless of the number of queues: the first membership. */
export const agentCandidates = (state: LiveState, viewer: Viewer): readonly Candidate<SearchHit>[] => {
  const agents = new Map<string, Candidate<SearchHit>>();
  for (const m of state.members.values()) {
    const id = `${m.serverId}:${m.interface}`;
    if (agents.has(id) || !sees(viewer, m.serverId, m.owner)) continue;
    const title = m.name === '' ? m.interface : m.name;
    const detail = `${m.interface} · ${m.queue}`;
    agents.set(id, {
      item: { id, title, detail, queue: `${m.serverId}:${m.queue}` },
      texts: [title, m.interface.replace(/^[^/]*\//, ''), m.interface],
    });
  }
  return [...agents.values()];
};

/** With masks, a call is found only by its visible parts. */
export const callCandidates = (
  state: LiveState,
  viewer: Viewer,
  masks: readonly Mask[] = [],
): readonly Candidate<SearchHit>[] =>
  [...state.calls.values()]
    .filter((c) => c.owners.some((o) => sees(viewer, c.serverId, o)))
    .map((c) => ({
      item: {
        id: `${c.serverId}:${c.linkedid}`,
        title: c.source,
        detail: [cleanCallerId(c.sourceName), c.destination, c.queue ?? ''].filter((part) => part !== '').join(' · '),
        queue: c.queue === null ? null : `${c.serverId}:${c.queue}`,
      },
      texts: [c.source, c.destination]
        .map((number) => (masks.includes('caller-number') ? maskNumber(number) : number))
        .concat(masks.includes('caller-name') ? [] : [c.sourceName]),
    }));
