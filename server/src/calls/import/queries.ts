// Stores imports of history and their progress.
import { sql } from 'kysely';
import type { HistoryImport, HistoryKind } from '@ringside/core/contract/calls/import.ts';
import type { ImportProgress } from '../import-history.ts';
import type { Db } from '../../platform/db/connect.ts';

interface NewImport {
  readonly id: string;
  readonly serverId: number;
  readonly kind: HistoryKind;
  readonly fileName: string;
  readonly timeZone: string;
  readonly dryRun: boolean;
}

interface ImportRow extends NewImport {
  readonly serverName: string;
  readonly state: HistoryImport['state'];
  readonly progress: ImportProgress;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const importOf = ({ progress: p, ...row }: ImportRow): HistoryImport => ({
  ...row,
  startedAt: row.startedAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  ...{ bytes: p.bytes, totalBytes: p.totalBytes, lines: p.lines, newLegs: p.newLegs },
  ...{ events: p.events, newEvents: p.newEvents, faultCount: p.faultCount, faults: [...p.faults] },
  ...{ from: iso(p.from), to: iso(p.to) },
});

const IMPORTS = sql`select i.id, i.server_id, coalesce(e.name, '') as server_name, i.kind, i.file_name, i.time_zone, i.dry_run,
  i.state, i.progress, i.started_at, i.finished_at from history_imports i left join endpoints e on e.id = i.server_id`;

export const readImports = async (db: Db, most: number): Promise<HistoryImport[]> => {
  const { rows } = await sql<ImportRow>`${IMPORTS} order by i.started_at desc, i.id limit ${most}`.execute(db);
  return rows.map(importOf);
};

export const readImport = async (db: Db, id: string): Promise<HistoryImport | null> => {
  const { rows } = await sql<ImportRow>`${IMPORTS} where i.id = ${id}`.execute(db);
  return rows[0] === undefined ? null : importOf(rows[0]);
};

export const addImport = async (db: Db, row: NewImport, progress: ImportProgress, at: Date): Promise<void> => {
  await sql`insert into history_imports (id, server_id, kind, file_name, time_zone, dry_run, state, progress, started_at)
    values (${row.id}, ${row.serverId}, ${row.kind}, ${row.fileName}, ${row.timeZone}, ${row.dryRun}, 'running',
      ${JSON.stringify(progress)}::jsonb, ${at})`.execute(db);
};

export const noteProgress = async (db: Db, id: string, progress: ImportProgress): Promise<void> => {
  await sql`update history_imports set progress = ${JSON.stringify(progress)}::jsonb where id = ${id}`.execute(db);
};

export const endImport = async (db: Db, id: string, state: 'done' | 'failed', at: Date): Promise<void> => {
  await sql`update history_imports set state = ${state}, finished_at = ${at} where id = ${id}`.execute(db);
};

/** Marks imports as failed that were running when the console stopped. */
export const failRunning = async (db: Db, at: Date): Promise<void> => {
  await sql`update history_imports set state = 'failed', finished_at = ${at} where state = 'running'`.execute(db);
};

export const findServerName = async (db: Db, id: number): Promise<string | null> => {
  const { rows } = await sql<{ name: string }>`select name from endpoints where id = ${id}`.execute(db);
  return rows[0]?.name ?? null;
};
