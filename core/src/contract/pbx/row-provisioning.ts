// Provisioning states of lines and queues, for their lists.
import { keysOf } from '../../base/keys-of.ts';
import { z } from 'zod';
import { OBJECT_REASONS, ROW_STATES } from './provisioning.ts';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';

export const MOST_STATES = 100;
const ids = z.object({
  /** Comma-separated. */
  ids: z
    .string()
    .max(MOST_STATES * 37)
    .regex(/^[0-9a-f,-]*$/)
    .default(''),
});

/** Unknown IDs and those of other customers are omitted. */
export const RowProvisioning = z.object({
  id: Id,
  state: z.enum(ROW_STATES),
  reason: z.enum(keysOf(OBJECT_REASONS)).nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  appliedAt: Instant.nullable(),
});
export type RowProvisioning = z.infer<typeof RowProvisioning>;

const states = z.object({ data: z.array(RowProvisioning) });

export const listSubscriberProvisioning = route({
  method: 'GET',
  path: '/provisioning/subscribers',
  summary: 'Get the provisioning state of subscribers',
  tag: 'subscriber',
  access: ['read', 'subscriber'],
  query: ids,
  response: states,
  errors: [],
});

export const listQueueProvisioning = route({
  method: 'GET',
  path: '/provisioning/queues',
  summary: 'Get the provisioning state of queues',
  tag: 'queue',
  access: ['read', 'queue'],
  query: ids,
  response: states,
  errors: [],
});

/** A PBX server whose configuration differs from the desired state. */
export const ProvisioningProblem = z.object({
  serverId: z.number().int(),
  serverName: z.string(),
  /** Objects that could not be written. */
  failed: z.number().int(),
  /** Objects that were changed on the PBX server. */
  drift: z.number().int(),
  /** The last run failed and the next attempt is scheduled. */
  waiting: z.boolean(),
});
export type ProvisioningProblem = z.infer<typeof ProvisioningProblem>;

/** Empty for users of a customer: servers belong to the platform. */
export const listProvisioningProblems = route({
  method: 'GET',
  path: '/provisioning/problems',
  summary: 'List PBX servers with objects that failed or were changed on the PBX',
  tag: 'endpoint',
  access: ['read', 'endpoint'],
  response: z.object({ data: z.array(ProvisioningProblem) }),
  errors: [],
});
