// Drill-down of the agent report: the sessions, states, pauses and calls behind a figure.
import { z } from 'zod';
import { MOMENT_SETS } from '../../reports/agent-moments.ts';
import { AGENT_STATES, AgentReportFilters, AgentTimelineAnswer } from './agent-report.ts';
import { CallParty } from '../calls/cdr.ts';
import { BEHIND_FILE } from './queue-calls.ts';
import { EXPORT_FILES, Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { PATTERNS } from '../text.ts';

const seconds = z.number().int();

export const AgentMoment = z.object({
  kind: z.enum(['session', ...AGENT_STATES, 'call', 'missed']),
  serverId: z.number().int(),
  interface: z.string(),
  name: z.string(),
  from: Instant,
  to: Instant,
  open: z.boolean(),
  /** The part that counts in the figure. */
  seconds,
  ringSeconds: seconds,
  /** Display names. */
  queues: z.array(z.string()),
  /** Pause reason. */
  reason: z.string(),
  label: z.string(),
  repairs: AgentTimelineAnswer.shape.sessions.element.shape.repairs,
  /** `null` without permission to read call records. */
  caller: CallParty.nullable(),
  callerName: z.string(),
  /** ID of the call record. `null` without one, or without permission to read call records. */
  callId: Id.nullable(),
});
export type AgentMoment = z.infer<typeof AgentMoment>;

/** Columns of the file, in order. */
export const MOMENT_COLUMNS = [
  ...(['from', 'to', 'name', 'kind', 'reason', 'queues', 'seconds', 'caller', 'callerName', 'repairs'] as const),
] as const;

/**
 * `meta.total` is the figure if it is a count, `meta.seconds` if it is a time. A file needs the export permission. 422: the period is empty
 * or longer than 400 days. 413: a file would have more than 100,000 rows.
 */
export const listAgentMoments = route({
  method: 'GET',
  path: '/reports/agents/behind',
  summary: 'Drill down into a figure of the agent report: log-ins, intervals, pauses and calls',
  tag: 'report',
  access: ['read', 'report'],
  query: AgentReportFilters.extend({
    set: z.enum(MOMENT_SETS).default('sessions'),
    /** Key of one report row, as made by `groupBy`. Absent: all rows. */
    key: z.string().max(300).regex(PATTERNS.characters).optional(),
    /** For pauses: the PBX server's reason, '' without one. */
    reason: z.string().max(160).regex(PATTERNS.characters).optional(),
    page: z.coerce.number().int().min(1).max(1_000).default(1),
    perPage: z.coerce.number().int().min(1).max(500).default(50),
    ...BEHIND_FILE,
  }),
  file: EXPORT_FILES,
  response: z.object({
    data: z.array(AgentMoment),
    meta: z.object({
      page: z.number().int(),
      perPage: z.number().int(),
      total: z.number().int(),
      seconds,
    }),
  }),
  errors: ['too-large'],
});
