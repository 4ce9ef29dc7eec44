// Runs a check, an apply or a rollback on one PBX and records it: the run with its progress and end, and the retry.
import type { RunCounts, RunProblem } from '@ringside/core/contract/pbx/provisioning.ts';
import { refusedDelayMs, retryDelayMs } from '../ami/back-off.ts';
import type { Db } from '../../platform/db/connect.ts';
import { readSettings, writeStatus } from './queries.ts';
import type { PbxSettings } from './queries.ts';
import { beginRun, endInterrupted, endRun, readRunFiles, saveProgress, wasInterrupted } from './run-queries.ts';
import type { RunKind } from './run-queries.ts';
import { NO_COUNTS, runPbx } from './run-pbx.ts';
import type { RunDeps, RunOrder, RunResult } from './run-pbx.ts';

export interface RunnerDeps extends RunDeps {
  readonly now: () => number;
  /** 0 to 1. */
  readonly chance: () => number;
  /** Called after every run. */
  ended(serverId: number, result: RunResult): void;
  onError(error: unknown): void;
}

export interface RunRequest {
  readonly kind: RunKind;
  readonly username: string;
  /** Overwrites manual edits on the PBX. */
  readonly undo: boolean;
  /** For a rollback: the run whose configuration is restored. */
  readonly runId?: string;
}

interface PbxRunner {
  /** Resolves with `null` if provisioning is off there, or the run to roll back to is not kept. */
  run(serverId: number, request: RunRequest): Promise<RunResult | null>;
  /** Time of the last run, epoch ms, if it failed and is to be retried. */
  failedAt(serverId: number): number | undefined;
}

const PROGRESS_EVERY_MS = 500;

/** Stores the progress of a run twice a second at most. */
const progressOf = (db: Db, runId: string, { now, onError }: Pick<RunnerDeps, 'now' | 'onError'>) => {
  let storedAt = 0;
  let last = NO_COUNTS;
  let storing: Promise<void> = Promise.resolve();
  return {
    report: (counts: RunCounts): void => {
      last = counts;
      if (now() - storedAt < PROGRESS_EVERY_MS) return;
      storedAt = now();
      storing = storing.then(() => saveProgress(db, runId, counts)).catch(onError);
    },
    last: () => last,
    /** Resolves when no progress is being stored. */
    settled: () => storing,
  };
};

export const createPbxRunner = (deps: RunnerDeps, isClosed: () => boolean): PbxRunner => {
  const { db, secrets, now } = deps;
  const failedAt = new Map<number, number>();
  /** PBXs whose run was interrupted by a database outage while it wrote. The database may not know of the interruption. */
  const interrupted = new Set<number>();

  const storeStatus = async (settings: PbxSettings, kind: RunKind, result: RunResult): Promise<void> => {
    const failures = result.again ? settings.failures + 1 : 0;
    const isRefusal = result.problem?.kind === 'denied' || result.problem?.link?.code === 'login-refused';
    const delay = isRefusal ? refusedDelayMs(failures - 1, deps.chance) : retryDelayMs(failures - 1, deps.chance);
    if (result.again) failedAt.set(settings.serverId, now());
    else failedAt.delete(settings.serverId);
    await writeStatus(db, settings.serverId, {
      problem: result.problem,
      failures,
      retryAt: result.again ? new Date(now() + delay) : null,
      ...(kind === 'rollback' && result.outcome !== 'failed' ? { held: true } : {}),
      ...(result.includes === null ? {} : { includes: result.includes, checkedAt: new Date(now()) }),
      ...(result.outcome === 'failed' ? {} : { liveLoginWrites: result.liveLoginWrites }),
    });
  };

  /** Runs and records the end, even if the run throws because the connection to the database failed. */
  const recordedRun = async (
    settings: PbxSettings,
    request: RunRequest,
    order: Omit<RunOrder, 'progress'>,
  ): Promise<RunResult> => {
    const { serverId } = settings;
    const id = await beginRun(db, serverId, request.kind, request.username);
    const progress = progressOf(db, id, deps);
    let result: RunResult;
    try {
      result = await runPbx(deps, settings, { ...order, progress: progress.report });
    } catch (error) {
      const counts = progress.last();
      if (counts.total > 0) interrupted.add(serverId);
      const problem: RunProblem = { kind: 'interrupted', link: null, params: {} };
      await progress.settled();
      await endRun(db, secrets, serverId, id, { outcome: 'failed', counts, problem, files: null });
      const retryAt = new Date(now() + retryDelayMs(settings.failures, deps.chance));
      await writeStatus(db, serverId, { problem, failures: settings.failures + 1, retryAt });
      throw error;
    }
    if (order.way === 'write' && result.outcome !== 'failed') interrupted.delete(serverId);
    await progress.settled();
    await endRun(db, secrets, serverId, id, result);
    return result;
  };

  const run = async (serverId: number, request: RunRequest): Promise<RunResult | null> => {
    const settings = await readSettings(db, secrets, serverId);
    if (settings === null || !settings.enabled || isClosed()) return null;
    const files = request.runId === undefined ? null : await readRunFiles(db, secrets, serverId, request.runId);
    if (request.runId !== undefined && files === null) return null;
    // A manual apply ends the hold that a rollback sets.
    if (request.kind === 'apply' && request.undo && settings.held) {
      await writeStatus(db, serverId, { problem: null, failures: 0, retryAt: null, held: false });
    }
    const way = request.kind === 'check' ? 'look' : 'write';
    // An interrupted write is not a manual edit: overwrite it.
    await endInterrupted(db, serverId);
    const undo =
      request.undo || (way === 'write' && (interrupted.has(serverId) || (await wasInterrupted(db, serverId))));
    const result = await recordedRun(settings, request, { way, undo, files });
    await storeStatus(settings, request.kind, result);
    deps.ended(serverId, result);
    return result;
  };

  return { run, failedAt: (serverId) => failedAt.get(serverId) };
};
