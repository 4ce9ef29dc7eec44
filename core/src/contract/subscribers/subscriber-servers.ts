import { z } from 'zod';
import { LINE_TRANSPORTS } from '../../pbx/options/line-transports.ts';
import { Id } from '../resource.ts';
import { route } from '../route.ts';

/** For forms: platform staff may choose any server, users of a customer those with its lines or queues. */
export const listSubscriberServers = route({
  method: 'GET',
  path: '/subscribers/servers',
  summary: 'List the PBX servers on which subscribers can be created',
  tag: 'subscriber',
  access: ['read', 'subscriber'],
  query: z.object({
    /** Only servers that this customer may use. */
    customerId: Id.optional(),
  }),
  response: z.object({
    data: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        /** Available transports. `null`: never read. */
        transports: z.array(z.enum(LINE_TRANSPORTS)).nullable(),
      }),
    ),
  }),
  errors: [],
});
