// Search over everything that the caller may read, for the search field of the app bar. The browser searches the pages itself.
import { z } from 'zod';
import { Instant } from '../resource.ts';
import { route } from '../route.ts';
import { PATTERNS } from '../text.ts';

export const SEARCH_GROUPS = [
  'customer',
  'callcenter',
  'queue',
  'agent',
  'call',
  'user',
  'subscriber',
  'endpoint',
  'did',
  'cdr',
] as const;
export type SearchGroup = (typeof SEARCH_GROUPS)[number];
export const SEARCH_GROUP_SIZE = 5;

export const SearchHit = z.object({
  /**
   * ID of the row. For an agent: server ID, colon, interface. For a call: server ID, colon, linked ID. `cdr` hits are past calls with a
   * matching number, newest first.
   */
  id: z.string(),
  title: z.string(),
  /** Distinguishes hits with the same name: customer, server or queue. */
  detail: z.string(),
  /** For the live view: server ID, colon, name of the queue. */
  queue: z.string().nullable(),
  /** Start of a past call. */
  at: Instant.optional(),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const search = route({
  method: 'GET',
  path: '/search',
  summary: 'Search all objects in the caller’s scope: at most five of each kind, best first',
  tag: 'search',
  access: 'signed-in',
  query: z.object({ q: z.string().trim().min(1).max(100).regex(PATTERNS.characters) }),
  response: z.object({ groups: z.array(z.object({ kind: z.enum(SEARCH_GROUPS), hits: z.array(SearchHit) })) }),
  errors: [],
});
