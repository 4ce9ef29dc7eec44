// Registrations of lines, read from the PBX server at the time of the request.
import { z } from 'zod';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';

/** `unreachable`: registered but not answering. `unknown`: the PBX server could not be read. */
export const REGISTRATION_STATES = ['registered', 'unreachable', 'unregistered', 'unknown'] as const;
/** Why the state is unknown: no configuration login, its class `system` is missing, or the PBX server is unreachable. */
export const UNKNOWN_REASONS = ['not-set-up', 'not-allowed', 'away'] as const;

export const PhoneContact = z.object({
  /** Such as `203.0.113.7:5060`. */
  address: z.string(),
  userAgent: z.string(),
  /** `null`: the PBX server does not check the phone. */
  reachable: z.boolean().nullable(),
  /** Round-trip time. `null` when not measured. */
  roundTripMicros: z.number().int().nullable(),
  /** When the registration expires. */
  expiresAt: Instant.nullable(),
});
export type PhoneContact = z.infer<typeof PhoneContact>;

export const Registration = z.object({
  /** ID of the subscriber. */
  id: Id,
  state: z.enum(REGISTRATION_STATES),
  reason: z.enum(UNKNOWN_REASONS).nullable(),
  contacts: z.array(PhoneContact),
  /** When the PBX server was read. At most some seconds ago. */
  readAt: Instant.nullable(),
});
export type Registration = z.infer<typeof Registration>;

export const MOST_REGISTRATIONS = 100;

/** Unknown IDs and those of other customers are omitted. */
export const listRegistrations = route({
  method: 'GET',
  path: '/subscribers/registrations',
  summary: 'Get the registrations of several subscribers’ phones',
  tag: 'subscriber',
  access: ['read', 'subscriber'],
  /** Comma-separated. */
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

export const getRegistration = route({
  method: 'GET',
  path: '/subscribers/:id/registration',
  summary: 'Get the registrations of a subscriber’s phones',
  tag: 'subscriber',
  access: ['read', 'subscriber'],
  params: z.object({ id: Id }),
  response: Registration,
  errors: ['not-found'],
});
