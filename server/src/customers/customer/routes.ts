import type { FastifyInstance } from 'fastify';
import { customers, customersImport } from '@ringside/core/contract/customers/customer.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { SessionStore } from '../../platform/sessions/store.ts';
import type { PbxSide } from '../../pbx/pbx-links.ts';
import { registerImport } from '../../platform/http/register-import.ts';
import { registerResource } from '../../platform/http/register-resource.ts';
import { registerLogos } from './logo-routes.ts';
import { customerStore } from './queries.ts';

interface Services {
  readonly db: Db;
  readonly bus: Bus;
  readonly sessions: SessionStore;
  readonly pbx: Pick<PbxSide, 'namesSeen'>;
}

export const registerCustomers = (app: FastifyInstance, deps: Services): void => {
  const store = customerStore(deps.db, () => deps.pbx.namesSeen());
  registerResource(app, customers, store, {
    // Users of a suspended customer can only read, and those of a terminated one have no access. Sockets check this again at once.
    changed: (before, after) => {
      // Names on the PBX servers contain the customer's code. Its servers and status determine where the code applies.
      const isElsewhere = String(before?.['serverIds']) !== String(after?.['serverIds']);
      if (before?.['code'] !== after?.['code'] || before?.['status'] !== after?.['status'] || isElsewhere)
        deps.bus.publish('owners', {});
      // Resellers gain or lose a customer.
      const moved = before?.['parentId'] === after?.['parentId'] ? [] : [before?.['parentId'], after?.['parentId']];
      // The network rules or the visible data of its users may have changed too.
      const differs = (['status', 'networkRules', 'showPrices', 'allowRecordingDelete'] as const).some(
        (field) => before?.[field] !== after?.[field],
      );
      const remaining = after === null || !differs ? [] : [after.id];
      const customerIds = [...moved, ...remaining].filter((id) => typeof id === 'string');
      if (customerIds.length > 0) deps.sessions.announce({ kind: 'customer-changed', customerIds });
    },
  });
  registerLogos(app, deps, store);
  // Notify the collectors of new codes once per import instead of once per row.
  registerImport(app, customersImport, store, {
    // A line has the same values as a new customer.
    prepare: (_caller, values) => Promise.resolve(values),
    created: () => deps.bus.publish('owners', {}),
  });
};
