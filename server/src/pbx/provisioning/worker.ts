// Brings PBXs in line with the database, one run at a time on each: after a change, at intervals while a PBX is unreachable, and at
// intervals to find manual edits.
import type { Fault } from '../../platform/caller/refusal.ts';
import type { PbxLocks } from '../../platform/db/pbx-locks.ts';
import { mark, markElapsed, markPlans } from './mark-queries.ts';
import { createPbxRunner } from './pbx-runner.ts';
import type { RunRequest, RunnerDeps } from './pbx-runner.ts';
import { createPbxRunLocks } from './pbx-run-locks.ts';
import { dueServers, forgetWritten, readSettings } from './queries.ts';
import type { DuePbx } from './queries.ts';
import { endInterrupted, readRunning } from './run-queries.ts';
import type { RunResult } from './run-pbx.ts';
import { withdrawPbx } from './withdraw-pbx.ts';

export interface WorkerDeps extends RunnerDeps {
  /** Time when the live link of a PBX came up, epoch ms. `null` while it is not up. */
  linkUpSince(serverId: number): number | null;
  readonly locks: PbxLocks;
}

export interface Provisioner {
  /** Starts the runs that are due. Resolves before they are done. */
  tick(): Promise<void>;
  /** Runs after the current work on that PBX. `null` if provisioning is off there, or the run to roll back to is not kept. */
  run(serverId: number, request: RunRequest): Promise<RunResult | null>;
  isRunning(serverId: number): boolean;
  /**
   * Removes the console's configuration from a PBX, then calls `then` before any other run begins there. Returns the reasons
   * for a failure; `then` is not called in that case. Null if no second login is set up, or another process works on the PBX.
   */
  withdraw(serverId: number, then: () => Promise<void>): Promise<readonly Fault[] | null>;
  /** Resolves when all runs have ended. */
  close(): Promise<void>;
}

/** A request by a user waits this long for another process that works on the PBX. Automatic runs do not wait. */
const LOCK_PATIENCE_MS = 120_000;
/** The first tick marks times that elapsed this long ago, while no process ran. */
const UNSEEN_MS = 24 * 3_600_000;

export const createProvisioner = (deps: WorkerDeps): Provisioner => {
  const { db, secrets, now, locks } = deps;
  let closed = false;
  const runLocks = createPbxRunLocks(locks, now, deps.onError);
  const runner = createPbxRunner(deps, () => closed);

  const run: Provisioner['run'] = (serverId, request) =>
    runLocks.run(serverId, request.username === '' ? 0 : LOCK_PATIENCE_MS, () => runner.run(serverId, request));

  const withdrawNow = async (serverId: number, then: () => Promise<void>): Promise<readonly Fault[] | null> => {
    const settings = await readSettings(db, secrets, serverId);
    if (settings === null) return null;
    const faults = await withdrawPbx(deps, settings);
    if (faults.length === 0) {
      // A server that is kept or restored is written again.
      await forgetWritten(db, serverId);
      await mark(db, serverId);
      await then();
    }
    return faults;
  };

  /** A PBX whose link came up after the failure is tried before its retry is due. */
  const mayTry = ({ serverId, retryAt }: DuePbx): boolean => {
    if (retryAt === null || retryAt.getTime() <= now()) return true;
    const up = deps.linkUpSince(serverId);
    return up !== null && up > (runner.failedAt(serverId) ?? Number.POSITIVE_INFINITY);
  };

  /** Ends the runs that an earlier process left open. Skips a PBX on which another process works. */
  const endLeftRuns = async (): Promise<void> => {
    for (const serverId of await readRunning(db)) {
      if (!(await locks.take(serverId))) continue;
      await endInterrupted(db, serverId);
      await locks.release(serverId);
    }
  };

  let begun = false;
  let elapsedTo: number | null = null;
  return {
    tick: async () => {
      if (closed) return;
      if (!begun) {
        begun = true;
        await endLeftRuns();
      }
      const at = now();
      await markElapsed(db, new Date(elapsedTo ?? at - UNSEEN_MS), new Date(at));
      elapsedTo = at;
      await markPlans(db, deps.rateTables.changedHours());
      for (const pbx of await dueServers(db, new Date(now()))) {
        if (closed || runLocks.isBusy(pbx.serverId) || !mayTry(pbx)) continue;
        const kind = pbx.marked ? 'apply' : 'check';
        run(pbx.serverId, { kind, username: '', undo: false }).catch(deps.onError);
      }
    },
    run,
    withdraw: (serverId, then) => runLocks.run(serverId, LOCK_PATIENCE_MS, () => withdrawNow(serverId, then)),
    isRunning: runLocks.isBusy,
    close: async () => {
      closed = true;
      await runLocks.close();
    },
  };
};
