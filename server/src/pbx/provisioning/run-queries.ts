// Stores provisioning runs: kind, outcome and, for the last successful ones, all written files.
import type { RunCounts, RunProblem } from '@ringside/core/contract/pbx/provisioning.ts';
import type { ConfigFile } from '@ringside/core/asterisk/config-file.ts';
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';

const filesBound = (runId: string): string => `provisioning.files:${runId}`;

export type RunKind = 'apply' | 'check' | 'rollback' | 'adopt';

export const beginRun = async (db: Db, serverId: number, kind: RunKind, username: string): Promise<string> => {
  const id = newId();
  await db
    .insertInto('provisioningRuns')
    .values({ id, serverId, kind, username, startedAt: new Date(), counts: '{}' })
    .execute();
  return id;
};

export const saveProgress = async (db: Db, id: string, counts: RunCounts): Promise<void> => {
  await db
    .updateTable('provisioningRuns')
    .set({ counts: JSON.stringify(counts) })
    .where('id', '=', id)
    .execute();
};

export interface RunEnd {
  readonly outcome: 'unchanged' | 'applied' | 'partly' | 'failed';
  readonly counts: RunCounts;
  readonly problem: RunProblem | null;
  /** Stored for a rollback; `null` if not restorable. */
  readonly files: readonly ConfigFile[] | null;
}

/** Number of successful runs that keep their files, and number of runs kept. */
const RESTORABLE = 5;
const RUNS_KEPT = 200;

export const endRun = async (db: Db, secrets: Secrets, serverId: number, id: string, end: RunEnd): Promise<void> => {
  await db
    .updateTable('provisioningRuns')
    .set({
      outcome: end.outcome,
      finishedAt: new Date(),
      counts: JSON.stringify(end.counts),
      problem: end.problem === null ? null : JSON.stringify(end.problem),
      files: end.files === null ? null : secrets.seal(JSON.stringify(end.files), filesBound(id)),
    })
    .where('id', '=', id)
    .execute();
  const newest = db.selectFrom('provisioningRuns').select('id').where('serverId', '=', serverId);
  await db
    .updateTable('provisioningRuns')
    .set({ files: null })
    .where('serverId', '=', serverId)
    .where('files', 'is not', null)
    .where('id', 'not in', newest.where('files', 'is not', null).orderBy('startedAt', 'desc').limit(RESTORABLE))
    .execute();
  await db
    .deleteFrom('provisioningRuns')
    .where('serverId', '=', serverId)
    .where('id', 'not in', newest.orderBy('startedAt', 'desc').limit(RUNS_KEPT))
    .execute();
};

/**
 * Returns whether a run was interrupted while writing, with no successful run since. Asterisk writes files in place, so other
 * content of the file may be lost.
 */
export const wasInterrupted = async (db: Db, serverId: number): Promise<boolean> => {
  const rows = await db
    .selectFrom('provisioningRuns')
    .select(['outcome', 'counts'])
    .where('serverId', '=', serverId)
    .where('outcome', '<>', 'running')
    .where('kind', '<>', 'check')
    .orderBy('startedAt', 'desc')
    .limit(RUNS_KEPT)
    .execute();
  const good = rows.findIndex((row) => row.outcome !== 'failed');
  return rows.slice(0, good === -1 ? rows.length : good).some((row) => (row.counts.total ?? 0) > 0);
};

/** Returns the PBX servers with a run marked as running. */
export const readRunning = async (db: Db): Promise<readonly number[]> => {
  const rows = await db
    .selectFrom('provisioningRuns')
    .select('serverId')
    .distinct()
    .where('outcome', '=', 'running')
    .execute();
  return rows.map((row) => row.serverId);
};

/** Marks runs as failed that a crash interrupted. */
export const endInterrupted = async (db: Db, serverId: number): Promise<void> => {
  await db
    .updateTable('provisioningRuns')
    .set({
      outcome: 'failed',
      finishedAt: new Date(),
      problem: JSON.stringify({ kind: 'interrupted', link: null, params: {} } satisfies RunProblem),
    })
    .where('serverId', '=', serverId)
    .where('outcome', '=', 'running')
    .execute();
};

/** Returns the files of an earlier run, or `null` if they are no longer stored. */
export const readRunFiles = async (
  db: Db,
  secrets: Secrets,
  serverId: number,
  runId: string,
): Promise<readonly ConfigFile[] | null> => {
  const row = await db
    .selectFrom('provisioningRuns')
    .select('files')
    .where('id', '=', runId)
    .where('serverId', '=', serverId)
    .executeTakeFirst();
  if (row === undefined || row.files === null) return null;
  return JSON.parse(secrets.open(row.files, filesBound(runId)));
};
