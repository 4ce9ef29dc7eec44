// Connects the provisioning of PBXs to the rest of the console: the links that are up, the stores that adopt rows, and the
// notification after a run.
import { createRateTables } from './billing/rate-table-queries.ts';
import { notifyProvisioning } from './boards/notification/notify-provisioning.ts';
import type { PbxLinks } from './live/collector-side.ts';
import { WRITTEN_TOPIC } from './live/live-batch.ts';
import { createProvisioningSide } from './pbx/provisioning/provisioning-side.ts';
import type { ProvisioningSide } from './pbx/provisioning/provisioning-side.ts';
import type { Provisioner } from './pbx/provisioning/worker.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { Config } from './platform/config/config.ts';
import type { Db } from './platform/db/connect.ts';
import { createPbxLocks } from './platform/db/pbx-locks.ts';
import type { Secrets } from './platform/db/secrets/secrets.ts';
import { queueStore } from './queues/queue/queries.ts';
import { subscriberStore } from './subscribers/subscriber/queries.ts';

interface ProvisioningParts {
  readonly config: Config;
  readonly db: Db;
  readonly bus: Bus;
  readonly secrets: Secrets;
  readonly links: PbxLinks;
  readonly publicUrl: () => string;
}

interface Log {
  error(fields: object, text: string): void;
}

export const createProvisioningWork = (
  { config, db, bus, secrets, links, publicUrl }: ProvisioningParts,
  log: Log,
): { readonly side: ProvisioningSide; readonly worker: Provisioner } =>
  createProvisioningSide({
    ...{ db, secrets, refusedNetworks: config.refusedNetworks },
    rateTables: createRateTables(db, Date.now),
    saveAdopted: async (caller, { resource, id, fields }) => {
      const store = resource === 'queue' ? queueStore(db) : subscriberStore(db, secrets);
      await store.update(caller, id, fields, null);
    },
    locks: createPbxLocks(config.databaseUrl, config.databaseSchema),
    soundsAt: () => `${publicUrl()}/api`,
    linkUpSince: (serverId) => {
      const report = links.of(serverId);
      return report?.link.kind === 'up' ? report.since : null;
    },
    ended: (serverId, result) => {
      bus.publish(WRITTEN_TOPIC, { serverId });
      notifyProvisioning({ db, bus, now: Date.now }, serverId, result).catch((error: unknown) =>
        log.error({ err: error }, 'a notification was not made'),
      );
    },
    onError: (error) => log.error({ err: error }, 'configuring a PBX failed at something'),
  });
