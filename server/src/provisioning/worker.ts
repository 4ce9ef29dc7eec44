// Makes PBXs agree with the database: one run at a time on each, by itself some moments after a change, again and again while
// a PBX is away, and at intervals to see whether somebody changed it.
import type { RunCounts, RunProblem } from '@ringside/core/contract/provisioning.ts';
import { refusedDelayMs, retryDelayMs } from '../ami/back-off.ts';
import type { PbxLocks } from '../db/pbx-locks.ts';
import { dueServers, markElapsed, readSettings, writeStanding } from './queries.ts';
import type { DuePbx, PbxSettings } from './queries.ts';
import { beginRun, endInterrupted, endRun, readRunFiles, readRunning, tellProgress, wasCutOff } from './run-queries.ts';
import type { RunKind } from './run-queries.ts';
import { NO_COUNTS, runPbx } from './run-pbx.ts';
import type { RunDeps, RunResult } from './run-pbx.ts';

export interface WorkerDeps extends RunDeps {
  readonly now: () => number;
  /** 0 to 1. */
  readonly chance: () => number;
  /** When the live link of a PBX came up, epoch ms; null while it is not up. */
  linkUpSince(serverId: number): number | null;
  /** After every run. */
  ended(serverId: number, result: RunResult): void;
  readonly locks: PbxLocks;
  onError(error: unknown): void;
}

export interface RunRequest {
  readonly kind: RunKind;
  readonly username: string;
  /** Write over what was changed on the PBX. */
  readonly undo: boolean;
  /** Of a rollback: the run whose configuration is put back. */
  readonly runId?: string;
}

export interface Provisioner {
  /** Looks for what is due and begins it; resolves before it is done. */
  tick(): Promise<void>;
  /** After what already runs there. Null where nothing is set up, or the run to roll back to is not kept. */
  run(serverId: number, request: RunRequest): Promise<RunResult | null>;
  isRunning(serverId: number): boolean;
  /** Resolves when nothing runs any more. */
  close(): Promise<void>;
}

const PROGRESS_EVERY_MS = 500;
/** So long a person's wish waits for another process that works on the PBX. */
const LOCK_PATIENCE_MS = 120_000;
const LOCK_EVERY_MS = 500;
/** So far back a start looks for what came to its time while nothing ran. */
const UNSEEN_MS = 24 * 3_600_000;

export const createProvisioner = (deps: WorkerDeps): Provisioner => {
  const { db, secrets, now } = deps;
  const running = new Map<number, Promise<unknown>>();
  const failedAt = new Map<number, number>();
  /** Where the database went away while something was being written: it may not even know that. */
  const cutOff = new Set<number>();
  let closed = false;

  const standingAfter = async (settings: PbxSettings, kind: RunKind, result: RunResult): Promise<void> => {
    const failures = result.again ? settings.failures + 1 : 0;
    const isRefusal = result.problem?.kind === 'denied' || result.problem?.link?.code === 'login-refused';
    const delay = isRefusal ? refusedDelayMs(failures - 1, deps.chance) : retryDelayMs(failures - 1, deps.chance);
    const reached = result.includes !== null;
    if (result.again) failedAt.set(settings.serverId, now());
    else failedAt.delete(settings.serverId);
    await writeStanding(db, settings.serverId, {
      problem: result.problem,
      failures,
      retryAt: result.again ? new Date(now() + delay) : null,
      ...(kind === 'rollback' && result.outcome !== 'failed' ? { held: true } : {}),
      ...(reached && result.includes !== null ? { includes: result.includes, checkedAt: new Date(now()) } : {}),
      ...(result.outcome === 'failed' ? {} : { liveLoginWrites: result.liveLoginWrites }),
    });
  };

  const runNow = async (serverId: number, request: RunRequest): Promise<RunResult | null> => {
    const settings = await readSettings(db, secrets, serverId);
    if (settings === null || !settings.enabled || closed) return null;
    const files = request.runId === undefined ? null : await readRunFiles(db, secrets, serverId, request.runId);
    if (request.runId !== undefined && files === null) return null;
    // An apply by hand lifts what a rollback holds.
    if (request.kind === 'apply' && request.undo && settings.held) {
      await writeStanding(db, serverId, { problem: null, failures: 0, retryAt: null, held: false });
    }
    const way = request.kind === 'check' ? 'look' : 'write';
    // Half a write is nobody's edit: it is written over.
    await endInterrupted(db, serverId);
    const undo = request.undo || (way === 'write' && (cutOff.has(serverId) || (await wasCutOff(db, serverId))));
    const id = await beginRun(db, serverId, request.kind, request.username);
    let told = 0;
    let last = NO_COUNTS;
    let telling: Promise<void> = Promise.resolve();
    const progress = (counts: RunCounts): void => {
      last = counts;
      if (now() - told < PROGRESS_EVERY_MS) return;
      told = now();
      telling = telling.then(() => tellProgress(db, id, counts)).catch(deps.onError);
    };
    const order = { way, undo, files, progress } as const;
    let result: RunResult;
    try {
      result = await runPbx(deps, settings, order);
    } catch (error) {
      if (last.total > 0) cutOff.add(serverId);
      const problem: RunProblem = { kind: 'interrupted', link: null, params: {} };
      await telling;
      await endRun(db, secrets, serverId, id, { outcome: 'failed', counts: last, problem, files: null });
      const retryAt = new Date(now() + retryDelayMs(settings.failures, deps.chance));
      await writeStanding(db, serverId, { problem, failures: settings.failures + 1, retryAt });
      throw error;
    }
    if (way === 'write' && result.outcome !== 'failed') cutOff.delete(serverId);
    await telling;
    await endRun(db, secrets, serverId, id, result);
    await standingAfter(settings, request.kind, result);
    deps.ended(serverId, result);
    return result;
  };

  /** What runs by itself comes again anyway. */
  const take = async (serverId: number, request: RunRequest): Promise<boolean> => {
    const until = now() + (request.username === '' ? 0 : LOCK_PATIENCE_MS);
    for (;;) {
      if (await deps.locks.take(serverId)) return true;
      if (closed || now() >= until) return false;
      await new Promise((resolve) => setTimeout(resolve, LOCK_EVERY_MS));
    }
  };
  const runLocked = async (serverId: number, request: RunRequest): Promise<RunResult | null> => {
    if (!(await take(serverId, request))) return null;
    try {
      return await runNow(serverId, request);
    } finally {
      await deps.locks.release(serverId).catch(deps.onError);
    }
  };

  const run: Provisioner['run'] = (serverId, request) => {
    const before = running.get(serverId) ?? Promise.resolve();
    const mine = before.catch(() => undefined).then(() => runLocked(serverId, request));
    running.set(serverId, mine);
    const forget = (): void => {
      if (running.get(serverId) === mine) running.delete(serverId);
    };
    mine.then(forget, forget);
    return mine;
  };

  /** A PBX that is back is not left waiting for the next try. */
  const mayTry = ({ serverId, retryAt }: DuePbx): boolean => {
    if (retryAt === null || retryAt.getTime() <= now()) return true;
    const up = deps.linkUpSince(serverId);
    return up !== null && up > (failedAt.get(serverId) ?? Number.POSITIVE_INFINITY);
  };

  let begun = false;
  let elapsedTo: number | null = null;
  return {
    tick: async () => {
      if (closed) return;
      if (!begun) {
        begun = true;
        // What another process is at is not cut off.
        for (const serverId of await readRunning(db)) {
          if (!(await deps.locks.take(serverId))) continue;
          await endInterrupted(db, serverId);
          await deps.locks.release(serverId);
        }
      }
      const at = now();
      await markElapsed(db, new Date(elapsedTo ?? at - UNSEEN_MS), new Date(at));
      elapsedTo = at;
      for (const pbx of await dueServers(db, new Date(now()))) {
        if (closed || running.has(pbx.serverId) || !mayTry(pbx)) continue;
        const kind = pbx.marked ? 'apply' : 'check';
        run(pbx.serverId, { kind, username: '', undo: false }).catch(deps.onError);
      }
    },
    run,
    isRunning: (serverId) => running.has(serverId),
    close: async () => {
      closed = true;
      await Promise.allSettled(running.values());
      await deps.locks.close();
    },
  };
};
