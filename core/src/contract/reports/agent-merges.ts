// Merges two report agents who are the same person, such as an imported name and a current interface, or a changed phone.
import { z } from 'zod';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { PATTERNS } from '../text.ts';

const count = z.number().int();
const agent = z.string().trim().min(1).max(160).regex(PATTERNS.characters);

export const AgentMerge = z.object({
  id: Id,
  serverId: count,
  /** The merged agent, without a row of their own: interface on the PBX server, and name at that time. */
  interface: z.string(),
  name: z.string(),
  intoInterface: z.string(),
  intoName: z.string(),
  createdAt: Instant,
  /** User name. */
  createdBy: z.string(),
});
export type AgentMerge = z.infer<typeof AgentMerge>;

/** Both on one PBX server and of one customer. `customerId` is required if the caller has access to several customers with such agents. */
const Two = z.object({
  serverId: z.coerce.number().int().min(1),
  interface: agent,
  into: agent,
  customerId: Id.optional(),
});

export const MergePreview = z.object({
  name: z.string(),
  intoName: z.string(),
  /** Of the merged agent: facts, calls taken, days with data, first and last. */
  moments: count,
  calls: count,
  days: count,
  firstAt: Instant,
  lastAt: Instant,
  /** Days with data of both. Many of them suggest two different people. */
  daysTogether: count,
});
export type MergePreview = z.infer<typeof MergePreview>;

const tag = 'report';
const path = '/reports/agents/merges';

export const listAgentMerges = route({
  ...{ method: 'GET', path, tag, access: ['read', 'report'] },
  summary: 'List merged agents',
  response: z.object({ data: z.array(AgentMerge) }),
  errors: [],
});

/** 404: one of them has no data or belongs to another customer. 422: both are the same. */
export const previewAgentMerge = route({
  ...{ method: 'GET', path: `${path}/preview`, tag, access: ['update', 'callcenter'] },
  summary: 'Preview a merge of two agents',
  query: Two,
  response: MergePreview,
  errors: ['not-found', 'conflict'],
});

/**
 * Reports of any time, including later imports, then show one row for both. 409: other agents were merged into the merged agent and must be
 * separated first.
 */
export const mergeAgents = route({
  ...{ method: 'POST', path, tag, access: ['update', 'callcenter'] },
  summary: 'Merge an agent into another agent in all reports',
  body: Two,
  response: AgentMerge,
  status: 201,
  errors: ['not-found', 'conflict'],
});

export const undoAgentMerge = route({
  ...{ method: 'DELETE', path: `${path}/:id`, tag, access: ['update', 'callcenter'] },
  summary: 'Undo a merge. The reports show both agents again',
  params: z.object({ id: Id }),
  status: 204,
  errors: ['not-found'],
});
