// An agent's own page: phones, queues to log in to, figures of the day beside the team's, and calls. It shows only the user's own
// data. Actions are live commands.
import { z } from 'zod';
import { CALL_DIRECTIONS, CALL_STATUSES } from '../../calls/call-terms.ts';
import { listAgentMoments } from '../reports/agent-moments.ts';
import { AgentFigures } from '../reports/agent-report.ts';
import { CallParty } from '../calls/cdr.ts';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';

const seconds = z.number().int();

/** Averages of agents who were logged in. Shares are of their total time. */
export const TeamFigures = z.object({
  /** Number of agents, including the user if present. */
  agents: z.number().int(),
  /** To one decimal. */
  taken: z.number(),
  missed: z.number(),
  sessionSeconds: seconds,
  talkSeconds: seconds,
  pauseSeconds: seconds,
  handleSeconds: seconds.nullable(),
  /** Thousandths of a percent. */
  occupancy: z.number().int().nullable(),
});
export type TeamFigures = z.infer<typeof TeamFigures>;

export const AgentCall = z.object({
  id: Id,
  serverId: z.number().int(),
  direction: z.enum(CALL_DIRECTIONS),
  status: z.enum(CALL_STATUSES),
  startAt: Instant,
  /** The other party of the call. */
  party: CallParty,
  partyName: z.string(),
  queueLabel: z.string().nullable(),
  talkSeconds: seconds,
});
export type AgentCall = z.infer<typeof AgentCall>;

export const AgentPage = z.object({
  phones: z.array(
    z.object({ serverId: z.number().int(), extension: z.string(), name: z.string(), interface: z.string() }),
  ),
  /** Queues of the agent's call centers on PBX servers where they have a phone. */
  queues: z.array(z.object({ serverId: z.number().int(), name: z.string(), label: z.string() })),
  pauseReasons: z.array(z.object({ code: z.string(), label: z.string(), maxMinutes: z.number().int().nullable() })),
  /** The day of the figures, in the customer's time zone. */
  from: Instant,
  to: Instant,
  timeZone: z.string(),
  today: AgentFigures,
  /** `null` with fewer than three agents, because the average would reveal another agent's figures. */
  team: TeamFigures.nullable(),
  /** The agent's latest calls, newest first. */
  calls: z.array(AgentCall),
});
export type AgentPage = z.infer<typeof AgentPage>;

export const getAgentPage = route({
  method: 'GET',
  path: '/agent/me',
  summary: 'Get the caller as an agent: phones, queues, today’s figures with the team’s, last calls',
  tag: 'live',
  access: ['read', 'live'],
  response: AgentPage,
  errors: [],
});

/** Today's calls of the user's own phones. Numbers are not masked, because the user took these calls. */
export const listOwnMoments = route({
  method: 'GET',
  path: '/agent/behind',
  summary: 'Drill down into a figure of the caller’s own day: log-ins, intervals, pauses and calls',
  tag: 'live',
  access: ['read', 'live'],
  query: listAgentMoments.query.pick({
    ...({ set: true, reason: true, page: true, perPage: true } as const),
    ...({ format: true, headings: true, title: true, timeZone: true } as const),
  }),
  file: listAgentMoments.file,
  response: listAgentMoments.response,
  errors: listAgentMoments.errors,
});

/** A call on the user's phone that did not come from a queue. */
export const OwnCallNow = z.object({
  serverId: z.number().int(),
  linkedid: z.string(),
  /** The user placed the call. */
  outgoing: z.boolean(),
  party: CallParty,
  partyName: z.string(),
  startedAt: Instant,
  answeredAt: Instant.nullable(),
});
export type OwnCallNow = z.infer<typeof OwnCallNow>;

export const PastCalls = z.object({
  /** Number of the current call on the user's own phone. `null` without a call or a number. */
  number: z.string().nullable(),
  party: CallParty.nullable(),
  /** The present call outside queues. */
  call: OwnCallNow.nullable(),
  /** Newest first, at most ten, of the last year, in the call centers that the user may see. */
  calls: z.array(
    z.object({
      startAt: Instant,
      direction: z.enum(CALL_DIRECTIONS),
      status: z.enum(CALL_STATUSES),
      /** From the first ring to the end. */
      duration: seconds,
      queueLabel: z.string().nullable(),
      /** The agent of the call; `''` if unanswered. */
      agent: z.string(),
    }),
  ),
});
export type PastCalls = z.infer<typeof PastCalls>;

/** Has no number parameter: looks up only the call on the user's own phone. */
export const getPastCalls = route({
  method: 'GET',
  path: '/agent/caller',
  summary: 'Get the other party of the caller’s current call, and past calls with that party',
  tag: 'live',
  access: ['read', 'live'],
  /** `no`: only the current caller. */
  query: z.object({ past: z.enum(['yes', 'no']).default('yes') }),
  response: PastCalls,
  errors: [],
});
