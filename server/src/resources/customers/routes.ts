import type { FastifyInstance } from 'fastify';
import { customers, customersImport } from '@ringside/core/contract/customers.ts';
import type { Deps } from '../../http/deps.ts';
import { registerImport } from '../../http/register-import.ts';
import { registerResource } from '../../http/register-resource.ts';
import { registerLogos } from './logo-routes.ts';
import { customerStore } from './queries.ts';

export const registerCustomers = (app: FastifyInstance, deps: Deps): void => {
  const store = customerStore(deps.db);
  registerResource(app, customers, store, {
    // A suspended customer's people only read, a terminated one's are out, both at once: their sockets look again.
    changed: (before, after) => {
      // Accounts and contexts on the PBXs are told apart by the customer's code.
      if (before?.['code'] !== after?.['code']) deps.bus.publish('owners', {});
      // Whoever sees the customers below another sees one more, or one less.
      const moved = before?.['parentId'] === after?.['parentId'] ? [] : [before?.['parentId'], after?.['parentId']];
      // Who may come in by the network rules may be another, too, and what is shown to them.
      const differs = (['status', 'networkRules', 'showPrices', 'allowRecordingDelete'] as const).some(
        (field) => before?.[field] !== after?.[field],
      );
      const standing = after === null || !differs ? [] : [after.id];
      const customerIds = [...moved, ...standing].filter((id) => typeof id === 'string');
      if (customerIds.length > 0) deps.sessions.announce({ kind: 'customer-changed', customerIds });
    },
  });
  registerLogos(app, deps, store);
  // The PBXs' collectors learn of new codes once, not row by row.
  registerImport(app, customersImport, store, {
    created: () => deps.bus.publish('owners', {}),
  });
};
