import type { FastifyInstance } from 'fastify';
import { customers } from '@ringside/core/contract/customers.ts';
import type { Deps } from '../../http/deps.ts';
import { registerResource } from '../../http/register-resource.ts';
import { customerStore } from './queries.ts';

export const registerCustomers = (app: FastifyInstance, deps: Deps): void => {
  registerResource(app, customers, customerStore(deps.db), {
    // A suspended customer's people lose their rights at once.
    changed: (before, after) => {
      // Accounts and contexts on the PBXs are told apart by the customer's code.
      if (before?.['code'] !== after?.['code']) deps.bus.publish('owners', {});
      if (before?.['status'] === after?.['status'] || after === null) return;
      deps.sessions.announce({ kind: 'customer-changed', customerIds: [String(after.id)] });
    },
  });
};
