import type { FastifyInstance } from 'fastify';
import { can } from '@ringside/core/access/ability.ts';
import type { Resource } from '@ringside/core/access/ability.ts';
import { search, SEARCH_GROUP_SIZE, SEARCH_GROUPS } from '@ringside/core/contract/system/search.ts';
import type { SearchGroup, SearchHit } from '@ringside/core/contract/system/search.ts';
import type { LiveState } from '@ringside/core/live/state.ts';
import { rank } from '@ringside/core/base/rank.ts';
import type { Candidate } from '@ringside/core/base/rank.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { scope } from '@ringside/core/live/scope.ts';
import { effectiveCaller } from '../../platform/sessions/effective-caller.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { agentCandidates, callCandidates } from './live-candidates.ts';
import { callHits } from './call-queries.ts';
import { candidatesOf, SOURCES } from './queries.ts';

/** The permission required to find results of each group. */
const READS: Readonly<Record<SearchGroup, Resource>> = {
  customer: 'customer',
  callcenter: 'callcenter',
  queue: 'queue',
  agent: 'live',
  call: 'live',
  user: 'user',
  subscriber: 'subscriber',
  endpoint: 'endpoint',
  did: 'did',
  cdr: 'cdr',
};

type Parts = { readonly db: Db; readonly state: LiveState };

const candidatesIn = async (
  kind: Exclude<SearchGroup, 'cdr'>,
  { db, state }: Parts,
  caller: Caller,
  q: string,
): Promise<readonly Candidate<SearchHit>[]> => {
  const { viewer } = caller;
  if (kind === 'agent' || kind === 'call') {
    const seen = 'limits' in viewer && viewer.limits !== undefined ? scope(state, { ...viewer, masks: [] }) : state;
    return kind === 'agent' ? agentCandidates(seen, viewer) : callCandidates(seen, viewer, caller.withheld);
  }
  return candidatesOf(db, caller, SOURCES[kind], q);
};

/** Past calls are sorted by time, other results by relevance. */
const hitsIn = async (kind: SearchGroup, parts: Parts, caller: Caller, q: string): Promise<readonly SearchHit[]> =>
  kind === 'cdr'
    ? callHits(parts.db, caller, q)
    : rank(q, await candidatesIn(kind, parts, caller, q), SEARCH_GROUP_SIZE);

export const registerSearch = (app: FastifyInstance, parts: Parts): void => {
  registerRoute(app, search, async ({ caller, query: { q } }) => {
    const mine = SEARCH_GROUPS.filter((kind) => can(caller.abilities, 'read', READS[kind]));
    const groups = await Promise.all(
      mine.map(async (kind) => ({
        kind,
        hits: [...(await hitsIn(kind, parts, effectiveCaller(caller, 'read', READS[kind]), q))],
      })),
    );
    return { groups: groups.filter(({ hits }) => hits.length > 0) };
  });
};
