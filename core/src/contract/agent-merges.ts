// Two agents of the reports who are one person: a history's name beside the interface of now, or a phone that was changed.
import { z } from 'zod';
import { Id, Instant } from './resource.ts';
import { route } from './route.ts';
import { PATTERNS } from './text.ts';

const count = z.number().int();
const agent = z.string().trim().min(1).max(160).regex(PATTERNS.characters);

export const AgentMerge = z.object({
  id: Id,
  serverId: count,
  /** Who is no row of his own any more, as the PBX tells of him, and his name then. */
  interface: z.string(),
  name: z.string(),
  intoInterface: z.string(),
  intoName: z.string(),
  createdAt: Instant,
  /** User name. */
  createdBy: z.string(),
});
export type AgentMerge = z.infer<typeof AgentMerge>;

/** Both of one PBX and of one customer; `customerId` where the caller reaches several who have such agents. */
const Two = z.object({
  serverId: z.coerce.number().int().min(1),
  interface: agent,
  into: agent,
  customerId: Id.optional(),
});

export const MergePreview = z.object({
  name: z.string(),
  intoName: z.string(),
  /** Of the one who goes: moments, calls taken, days with any, the first and the last. */
  moments: count,
  calls: count,
  days: count,
  firstAt: Instant,
  lastAt: Instant,
  /** Days on which both were there: many of them speak against one person. */
  daysTogether: count,
});
export type MergePreview = z.infer<typeof MergePreview>;

const tag = 'report';
const path = '/reports/agents/merges';

export const listAgentMerges = route({
  ...{ method: 'GET', path, tag, access: ['read', 'report'] },
  summary: 'Agents of the reports that were merged into others',
  response: z.object({ data: z.array(AgentMerge) }),
  errors: [],
});

/** 404: one of them gave no sign, or is another customer’s. 422: they are the same. */
export const previewAgentMerge = route({
  ...{ method: 'GET', path: `${path}/preview`, tag, access: ['update', 'callcenter'] },
  summary: 'What merging one agent of the reports into another would move; changes nothing',
  query: Two,
  response: MergePreview,
  errors: ['not-found', 'conflict'],
});

/**
 * From then on reports of any time, what is imported later too, have one row for both. 409: others were merged into the one who
 * goes, and have to be parted first.
 */
export const mergeAgents = route({
  ...{ method: 'POST', path, tag, access: ['update', 'callcenter'] },
  summary: 'Merge one agent of the reports into another',
  body: Two,
  response: AgentMerge,
  status: 201,
  errors: ['not-found', 'conflict'],
});

export const partAgents = route({
  ...{ method: 'DELETE', path: `${path}/:id`, tag, access: ['update', 'callcenter'] },
  summary: 'Undo a merge: each has his own moments again',
  params: z.object({ id: Id }),
  status: 204,
  errors: ['not-found'],
});
