// Which trunks a carrier's price list is the cost of. Calls through them have a cost beside their price.
import { z } from 'zod';
import { Id, Instant } from './resource.ts';
import { route } from './route.ts';
import { pattern } from './text.ts';

export const PlanCarrier = z.object({
  id: Id,
  serverId: z.number().int(),
  serverName: z.string(),
  /** As the PBX names the trunk's channels, `PJSIP/trunk.acme`. */
  device: z.string(),
  /** Of the trunk that the console keeps under this name; null for one that the PBX has on its own. */
  trunkName: z.string().nullable(),
  createdBy: z.string(),
  createdAt: Instant,
});
export type PlanCarrier = z.infer<typeof PlanCarrier>;

const PlanParams = z.object({ id: Id });

export const listPlanCarriers = route({
  method: 'GET',
  path: '/plans/:id/carriers',
  summary: 'Trunks that a carrier’s plan is the cost of',
  tag: 'plan',
  access: ['read', 'plan'],
  params: PlanParams,
  response: z.object({ data: z.array(PlanCarrier) }),
  errors: [],
});

export const bindPlanCarrier = route({
  method: 'POST',
  path: '/plans/:id/carriers',
  summary: 'Make a carrier’s plan the cost of a trunk; calls from now on, and those that are priced anew',
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
  summary: 'Calls of a trunk cost by the plan no longer; what is costed stays until it is priced anew',
  tag: 'plan',
  access: ['update', 'plan'],
  params: z.object({ id: Id, carrierId: Id }),
  status: 204,
  errors: [],
});
