import { z } from 'zod';
import { LINE_TRANSPORTS } from '../base/line-transports.ts';
import { Id } from './resource.ts';
import { route } from './route.ts';

/** For forms: the platform's staff may choose any, a customer's people those that it has lines or queues on. */
export const listSubscriberServers = route({
  method: 'GET',
  path: '/subscribers/servers',
  summary: 'List the PBX servers that lines may be made on',
  tag: 'subscriber',
  access: ['read', 'subscriber'],
  query: z.object({
    /** Those alone that this customer may be on. */
    customerId: Id.optional(),
  }),
  response: z.object({
    data: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        /** That a line there may be bound to; null: the PBX was never asked. */
        transports: z.array(z.enum(LINE_TRANSPORTS)).nullable(),
      }),
    ),
  }),
  errors: [],
});
