// Combines the worker with the operations that the API needs, over real AMI.
import { Refusal } from '../../platform/caller/refusal.ts';
import { openConfigLink } from '../ami/config-link.ts';
import { withinReach } from '../ami/reach.ts';
import { readAdoption } from './adopt.ts';
import type { AdoptedRow } from './adopt.ts';
import { readDifference } from './difference.ts';
import { readFootprint } from './footprint.ts';
import { readSettings, releaseDrift } from './queries.ts';
import { createProvisioner } from './worker.ts';
import type { Provisioner, WorkerDeps } from './worker.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { ProvisionedObject } from '@ringside/core/contract/pbx/provisioning.ts';
import type { Difference } from './difference.ts';
import type { PbxFootprint } from '@ringside/core/contract/pbx/pbx-footprint.ts';
import type { RunRequest } from './pbx-runner.ts';

/** Provisioning of PBX servers, as the API uses it. */
export interface ProvisioningSide extends Pick<Provisioner, 'run' | 'isRunning' | 'withdraw'> {
  /** Starts a `run` in the background. */
  begin(serverId: number, request: RunRequest): void;
  /** Returns what the console has on a PBX. */
  footprint(serverId: number): Promise<PbxFootprint>;
  /** Returns `null` if provisioning is not set up. */
  difference(serverId: number): Promise<Difference | null>;
  /** Adopts the object's state on the PBX into its row. @throws Refusal */
  /** Starts a run that overwrites one manual change and keeps all others. @throws Refusal */
  undo(serverId: number, username: string, object: Pick<ProvisionedObject, 'kind' | 'name'>): Promise<void>;
  adopt(serverId: number, caller: Caller, object: Pick<ProvisionedObject, 'kind' | 'name'>): Promise<void>;
}

type SideDeps = Omit<WorkerDeps, 'openLink' | 'now' | 'chance'> & {
  readonly refusedNetworks: readonly string[];
  /** Saves the adopted values in the object's row. @throws Refusal */
  saveAdopted(caller: Caller, adopted: AdoptedRow): Promise<void>;
};

export const createProvisioningSide = (
  deps: SideDeps,
): { readonly side: ProvisioningSide; readonly worker: Provisioner } => {
  const { db, secrets, soundsAt, rateTables } = deps;
  const openLink: WorkerDeps['openLink'] = (settings) => openConfigLink(withinReach(settings, deps));
  const runDeps = { db, secrets, soundsAt, openLink, rateTables };
  const worker = createProvisioner({ ...deps, ...runDeps, now: Date.now, chance: Math.random });
  const settingsOf = (serverId: number) => readSettings(db, secrets, serverId);
  return {
    worker,
    side: {
      run: worker.run,
      isRunning: worker.isRunning,
      withdraw: worker.withdraw,
      footprint: (serverId) => readFootprint(runDeps, serverId),
      begin: (serverId, request) => void worker.run(serverId, request).catch(deps.onError),
      difference: async (serverId) => {
        const settings = await settingsOf(serverId);
        return settings === null || !settings.enabled ? null : readDifference(runDeps, settings);
      },
      undo: async (serverId, username, object) => {
        const settings = await settingsOf(serverId);
        if (settings?.held === true) throw new Refusal('invalid', { errors: [{ path: 'name', code: 'held' }] });
        if (!(await releaseDrift(db, serverId, object))) throw new Refusal('not-found');
        void worker.run(serverId, { kind: 'apply', username, undo: false }).catch(deps.onError);
      },
      adopt: async (serverId, caller, object) => {
        const settings = await settingsOf(serverId);
        if (settings === null || !settings.enabled) throw new Refusal('not-ready');
        await deps.saveAdopted(caller, await readAdoption(runDeps, settings, object));
      },
    },
  };
};
