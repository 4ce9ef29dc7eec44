// Where the phones of lines are registered, asked of the PBX at this moment.
import { z } from 'zod';
import { Id, Instant } from './resource.ts';
import { route } from './route.ts';

/** `unreachable`: registered, and does not answer. `unknown`: the PBX could not be asked. */
export const REGISTRATION_STATES = ['registered', 'unreachable', 'unregistered', 'unknown'] as const;
/** Why nothing is known: the second login is not entered, it lacks class `system`, or the PBX cannot be reached. */
export const UNKNOWN_REASONS = ['not-set-up', 'not-allowed', 'away'] as const;

export const PhoneContact = z.object({
  /** `203.0.113.7:5060` */
  address: z.string(),
  userAgent: z.string(),
  /** null: the PBX does not ask the phone. */
  reachable: z.boolean().nullable(),
  /** Of a question and its answer; null when not measured. */
  roundTripMicros: z.number().int().nullable(),
  /** When the phone has to register again. */
  expiresAt: Instant.nullable(),
});
export type PhoneContact = z.infer<typeof PhoneContact>;

export const Registration = z.object({
  /** Of the subscriber. */
  id: Id,
  state: z.enum(REGISTRATION_STATES),
  reason: z.enum(UNKNOWN_REASONS).nullable(),
  contacts: z.array(PhoneContact),
  /** When the PBX was asked; answers are some seconds old at most. */
  readAt: Instant.nullable(),
});
export type Registration = z.infer<typeof Registration>;

export const MOST_REGISTRATIONS = 100;

/** Ids that are unknown or another customer's are left out. */
export const listRegistrations = route({
  method: 'GET',
  path: '/subscribers/registrations',
  summary: 'Tell where the phones of some lines are registered',
  tag: 'subscriber',
  access: ['read', 'subscriber'],
  /** Separated by commas. */
  query: z.object({
    ids: z
      .string()
      .max(MOST_REGISTRATIONS * 37)
      .regex(/^[0-9a-f,-]*$/)
      .default(''),
  }),
  response: z.object({ data: z.array(Registration) }),
  errors: [],
});

export const readRegistration = route({
  method: 'GET',
  path: '/subscribers/:id/registration',
  summary: 'Tell where the phone of a line is registered',
  tag: 'subscriber',
  access: ['read', 'subscriber'],
  params: z.object({ id: Id }),
  response: Registration,
  errors: ['not-found'],
});
