// The worker with what it is asked by the API, over the real AMI.
import type { ProvisioningSide } from '../http/deps.ts';
import { Refusal } from '../http/errors.ts';
import { openConfigLink } from '../ami/config-link.ts';
import { withinReach } from '../ami/reach.ts';
import { queueStore } from '../resources/queues/queries.ts';
import { subscriberStore } from '../resources/subscribers/queries.ts';
import { readAdoption } from './adopt.ts';
import { readDifference } from './difference.ts';
import { readSettings } from './queries.ts';
import { createProvisioner } from './worker.ts';
import type { Provisioner, WorkerDeps } from './worker.ts';

export type SideDeps = Omit<WorkerDeps, 'openLink' | 'now' | 'chance'> & {
  readonly refusedNetworks: readonly string[];
};

export const createProvisioningSide = (
  deps: SideDeps,
): { readonly side: ProvisioningSide; readonly worker: Provisioner } => {
  const { db, secrets, soundsAt } = deps;
  const openLink: WorkerDeps['openLink'] = (settings) => openConfigLink(withinReach(settings, deps));
  const runDeps = { db, secrets, soundsAt, openLink };
  const worker = createProvisioner({ ...deps, ...runDeps, now: Date.now, chance: Math.random });
  const settingsOf = (serverId: number) => readSettings(db, secrets, serverId);
  return {
    worker,
    side: {
      run: worker.run,
      isRunning: worker.isRunning,
      begin: (serverId, request) => void worker.run(serverId, request).catch(deps.onError),
      difference: async (serverId) => {
        const settings = await settingsOf(serverId);
        return settings === null || !settings.enabled ? null : readDifference(runDeps, settings);
      },
      adopt: async (serverId, caller, object) => {
        const settings = await settingsOf(serverId);
        if (settings === null || !settings.enabled) throw new Refusal('not-ready');
        const { resource, id, fields } = await readAdoption(runDeps, settings, object);
        const store = resource === 'queue' ? queueStore(db) : subscriberStore(db, secrets);
        await store.update(caller, id, fields, null);
      },
    },
  };
};
