// Assigns trunks to a carrier's price list, so that their calls have a cost in addition to the price.
import { z } from 'zod';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { pattern } from '../text.ts';

export const PlanCarrier = z.object({
  id: Id,
  serverId: z.number().int(),
  serverName: z.string(),
  /** Device name of the trunk on the PBX server, such as `PJSIP/trunk.acme`. */
  device: z.string(),
  /** Name of the console's trunk with this device. `null` for a trunk that exists only on the PBX server. */
  trunkName: z.string().nullable(),
  createdBy: z.string(),
  createdAt: Instant,
});
export type PlanCarrier = z.infer<typeof PlanCarrier>;

const PlanParams = z.object({ id: Id });

export const listPlanCarriers = route({
  method: 'GET',
  path: '/plans/:id/carriers',
  summary: 'List the trunks of a carrier plan',
  tag: 'plan',
  access: ['read', 'plan'],
  params: PlanParams,
  response: z.object({ data: z.array(PlanCarrier) }),
  errors: [],
});

export const bindPlanCarrier = route({
  method: 'POST',
  path: '/plans/:id/carriers',
  summary: 'Assign a carrier plan to a trunk, for new and re-rated calls',
  tag: 'plan',
  access: ['update', 'plan'],
  params: PlanParams,
  body: z.object({
    serverId: z.number().int().min(1).max(2147483647),
    device: pattern('device', 100),
  }),
  response: PlanCarrier,
  status: 201,
  errors: ['conflict'],
});

export const unbindPlanCarrier = route({
  method: 'DELETE',
  path: '/plans/:id/carriers/:carrierId',
  summary: 'Remove a carrier plan from a trunk. Costs of past calls remain until they are re-rated',
  tag: 'plan',
  access: ['update', 'plan'],
  params: z.object({ id: Id, carrierId: Id }),
  status: 204,
  errors: [],
});
