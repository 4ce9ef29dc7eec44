// An agent's own page: his phones, the queues that he may log in to, his day beside the team's, his calls. Everything here
// is the caller's own; what he does with it are live commands.
import { z } from 'zod';
import { CALL_DIRECTIONS, CALL_STATUSES } from '../calls/call-record.ts';
import { agentMomentsRoute } from './agent-moments.ts';
import { AgentFigures } from './agent-report.ts';
import { CallParty } from './cdr.ts';
import { Id, Instant } from './resource.ts';
import { route } from './route.ts';

const seconds = z.number().int();

/** Averages of those who were logged in; a share is of all their time together. */
export const TeamFigures = z.object({
  /** How many they are, the caller too if he was there. */
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
  /** Whom he spoke with, or tried to. */
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
  /** Of his call centers, on the PBXs where he has a phone. */
  queues: z.array(z.object({ serverId: z.number().int(), name: z.string(), label: z.string() })),
  pauseReasons: z.array(z.object({ code: z.string(), label: z.string(), maxMinutes: z.number().int().nullable() })),
  /** The day of the figures, in the customer's time zone. */
  from: Instant,
  to: Instant,
  timeZone: z.string(),
  today: AgentFigures,
  /** null with fewer than three agents: the average would tell what another one did. */
  team: TeamFigures.nullable(),
  /** The last of his calls, newest first. */
  calls: z.array(AgentCall),
});
export type AgentPage = z.infer<typeof AgentPage>;

export const getAgentPage = route({
  method: 'GET',
  path: '/agent/me',
  summary: 'The caller as an agent: own phones, queues to log in to, figures of today beside the team’s, last calls',
  tag: 'live',
  access: ['read', 'live'],
  response: AgentPage,
  errors: [],
});

/** Of today as the page tells it, and of the caller's own phones alone: whom he spoke with is his to know. */
export const ownMomentsRoute = route({
  method: 'GET',
  path: '/agent/behind',
  summary: 'The sessions, stretches of time, pauses and calls behind a figure of the caller’s own day',
  tag: 'live',
  access: ['read', 'live'],
  query: agentMomentsRoute.query.pick({
    ...({ set: true, reason: true, page: true, perPage: true } as const),
    ...({ format: true, headings: true, title: true, timeZone: true } as const),
  }),
  file: agentMomentsRoute.file,
  response: agentMomentsRoute.response,
  errors: agentMomentsRoute.errors,
});

/** A call on the caller's own phone that no queue gave him. */
export const OwnCallNow = z.object({
  serverId: z.number().int(),
  linkedid: z.string(),
  /** He called, and was not called. */
  outgoing: z.boolean(),
  party: CallParty,
  partyName: z.string(),
  startedAt: Instant,
  answeredAt: Instant.nullable(),
});
export type OwnCallNow = z.infer<typeof OwnCallNow>;

export const PastCalls = z.object({
  /** Who rings or speaks on the caller's own phone now; null: nobody, or without a number. */
  number: z.string().nullable(),
  party: CallParty.nullable(),
  /** What is on his phone beside the queues. */
  call: OwnCallNow.nullable(),
  /** Newest first, at most ten, of the last year, in the call centers that the caller may see. */
  calls: z.array(
    z.object({
      startAt: Instant,
      direction: z.enum(CALL_DIRECTIONS),
      status: z.enum(CALL_STATUSES),
      /** From the first ring to the end. */
      duration: seconds,
      queueLabel: z.string().nullable(),
      /** Who spoke with him; '' where nobody did. */
      agent: z.string(),
    }),
  ),
});
export type PastCalls = z.infer<typeof PastCalls>;

/** It takes no number: only that of the call on one's own phone is looked up. */
export const getPastCalls = route({
  method: 'GET',
  path: '/agent/caller',
  summary: 'Who is on the caller’s own phone now, and past calls with him',
  tag: 'live',
  access: ['read', 'live'],
  /** `no`: only who it is now. */
  query: z.object({ past: z.enum(['yes', 'no']).default('yes') }),
  response: PastCalls,
  errors: [],
});
