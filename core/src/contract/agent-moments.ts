// What stands behind a figure of the agent report: the sessions, stretches of time, pauses and calls that it was added up from.
import { z } from 'zod';
import { MOMENT_SETS } from '../metrics/agent-moments.ts';
import { AGENT_STATES, AgentReportFilters, AgentTimelineAnswer } from './agent-report.ts';
import { CallParty } from './cdr.ts';
import { BEHIND_FILE } from './queue-calls.ts';
import { EXPORT_FILES, Id, Instant } from './resource.ts';
import { route } from './route.ts';
import { PATTERNS } from './text.ts';

const seconds = z.number().int();

export const AgentMoment = z.object({
  kind: z.enum(['session', ...AGENT_STATES, 'call', 'missed']),
  serverId: z.number().int(),
  interface: z.string(),
  name: z.string(),
  from: Instant,
  to: Instant,
  open: z.boolean(),
  /** What of it is in the figure. */
  seconds,
  ringSeconds: seconds,
  /** As people call them. */
  queues: z.array(z.string()),
  /** Of a pause. */
  reason: z.string(),
  label: z.string(),
  repairs: AgentTimelineAnswer.shape.sessions.element.shape.repairs,
  /** null without the ability to read call records. */
  caller: CallParty.nullable(),
  callerName: z.string(),
  /** Its call record; null where there is none, and without the ability to read call records. */
  callId: Id.nullable(),
});
export type AgentMoment = z.infer<typeof AgentMoment>;

/** Columns of the file, in order. */
export const MOMENT_COLUMNS = [
  ...(['from', 'to', 'name', 'kind', 'reason', 'queues', 'seconds', 'caller', 'callerName', 'repairs'] as const),
] as const;

/**
 * `meta.total` is the figure itself where it is a count, `meta.seconds` where it is a time. A file needs the ability to export.
 * 422: the period is empty or longer than 400 days. 413: a file would have more than 100,000 rows.
 */
export const agentMomentsRoute = route({
  method: 'GET',
  path: '/reports/agents/behind',
  summary: 'The sessions, stretches of time, pauses and calls behind a figure of the agent report',
  tag: 'report',
  access: ['read', 'report'],
  query: AgentReportFilters.extend({
    set: z.enum(MOMENT_SETS).default('sessions'),
    /** Of one row of the report, by its key as `groupBy` makes it; all rows when left out. */
    key: z.string().max(300).regex(PATTERNS.characters).optional(),
    /** Of pauses: as the PBX has it, '' without one. */
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
