// Search over everything that the caller may read, for the search of the app bar. Pages are searched in the browser.
import { z } from 'zod';
import { Instant } from './resource.ts';
import { route } from './route.ts';
import { PATTERNS } from './text.ts';

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
  /** Of the row; a hit of `cdr` is one past call, newest first, found by a number of its two ends. For an agent his interface, for a call its linked id, each after the server's id and a colon. */
  id: z.string(),
  title: z.string(),
  /** What tells it from others of its name: the customer, the server, the queue. */
  detail: z.string(),
  /** On the dashboard: server id, colon, name of the queue that it is or is in. */
  queue: z.string().nullable(),
  /** Of a past call: when it began. */
  at: Instant.optional(),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const search = route({
  method: 'GET',
  path: '/search',
  summary: 'Search what the caller may read: five of a kind at most, best first',
  tag: 'search',
  access: 'signed-in',
  query: z.object({ q: z.string().trim().min(1).max(100).regex(PATTERNS.characters) }),
  response: z.object({ groups: z.array(z.object({ kind: z.enum(SEARCH_GROUPS), hits: z.array(SearchHit) })) }),
  errors: [],
});
