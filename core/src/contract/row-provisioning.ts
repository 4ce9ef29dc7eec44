// How lines and queues stand on their PBX, for the lists that show them.
import { z } from 'zod';
import { OBJECT_REASONS, type ObjectReason, ROW_STATES } from './provisioning.ts';
import { Id, Instant } from './resource.ts';
import { route } from './route.ts';

export const MOST_STATES = 100;
const ids = z.object({
  /** Separated by commas. */
  ids: z
    .string()
    .max(MOST_STATES * 37)
    .regex(/^[0-9a-f,-]*$/)
    .default(''),
});

/** Ids that are unknown or another customer's are left out. */
export const RowProvisioning = z.object({
  id: Id,
  state: z.enum(ROW_STATES),
  reason: z.enum(Object.keys(OBJECT_REASONS) as ObjectReason[]).nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  appliedAt: Instant.nullable(),
});
export type RowProvisioning = z.infer<typeof RowProvisioning>;

const states = z.object({ data: z.array(RowProvisioning) });

export const subscriberStates = route({
  method: 'GET',
  path: '/provisioning/subscribers',
  summary: 'Tell how lines stand on their PBX',
  tag: 'subscriber',
  access: ['read', 'subscriber'],
  query: ids,
  response: states,
  errors: [],
});

export const queueStates = route({
  method: 'GET',
  path: '/provisioning/queues',
  summary: 'Tell how queues stand on their PBX',
  tag: 'queue',
  access: ['read', 'queue'],
  query: ids,
  response: states,
  errors: [],
});
