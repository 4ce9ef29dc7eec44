import type { FastifyInstance } from 'fastify';
import { queues } from '@ringside/core/contract/queues.ts';
import type { Deps } from '../../http/deps.ts';
import { registerResource } from '../../http/register-resource.ts';
import { queueStore } from './queries.ts';

export const registerQueues = (app: FastifyInstance, deps: Deps): void => {
  registerResource(app, queues, queueStore(deps.db), {
    // Who owns a queue decides what everybody sees of it.
    changed: (before, after) => {
      deps.bus.publish('owners', {});
      const customerId = (after ?? before)?.['customerId'];
      if (typeof customerId === 'string') {
        deps.sessions.announce({ kind: 'customer-changed', customerIds: [customerId] });
      }
    },
  });
};
