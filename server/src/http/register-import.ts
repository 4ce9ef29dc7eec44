// The import of a resource: every row is judged by the schema and tried in the database, so that one answer names all faults.
import type { FastifyInstance } from 'fastify';
import type { importOf, ImportError, ImportResult } from '@ringside/core/contract/import.ts';
import type { z } from 'zod';
import type { ResourceStore, StoredRow } from '../db/resource-store.ts';
import type { Caller, Origin } from './context.ts';
import { problemOf, Refusal } from './errors.ts';
import { readCsv } from './read-csv.ts';
import type { CsvRecord } from './read-csv.ts';
import { registerRoute } from './register.ts';

type AnyImport = ReturnType<typeof importOf<z.ZodObject>>;

export interface ImportHooks {
  /**
   * Turns what a file says into what the store wants (a code into an id). Throws a Refusal for that row.
   * `file`: the same for all rows of one import (`once`).
   */
  prepare?(caller: Caller, values: Record<string, unknown>, file: object): Promise<Record<string, unknown>>;
  /** After the commit, for each new row. */
  created?(row: StoredRow, caller: Caller): void | Promise<void>;
}

const MOST_ERRORS = 500;

const errorsOf = (line: number, refusal: Refusal, origin: Origin): ImportError[] => {
  const problem = problemOf(refusal, origin.language);
  if (problem.errors.length === 0) {
    return [{ line, path: '', message: problem.detail || problem.title, code: problem.code }];
  }
  return problem.errors.map(({ path, message, code }) => ({ line, path, message, code }));
};

const prepared = async (
  records: readonly CsvRecord[],
  caller: Caller,
  origin: Origin,
  hooks: ImportHooks,
): Promise<{ readonly ready: readonly CsvRecord[]; readonly errors: readonly ImportError[] }> => {
  if (hooks.prepare === undefined) return { ready: records, errors: [] };
  const ready: CsvRecord[] = [];
  const errors: ImportError[] = [];
  const file = {};
  for (const { line, values } of records) {
    try {
      ready.push({ line, values: await hooks.prepare(caller, values, file) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      errors.push(...errorsOf(line, error, origin));
    }
  }
  return { ready, errors };
};

export const registerImport = (
  app: FastifyInstance,
  declared: AnyImport,
  store: ResourceStore,
  hooks: ImportHooks = {},
): void => {
  registerRoute(app, declared.routes.import, async ({ body, caller, origin }): Promise<ImportResult> => {
    const file = await readCsv(body.csv, declared.row, body.columns ?? {}, origin.language);
    const { ready, errors: unprepared } = await prepared(file.records, caller, origin, hooks);
    const before = [...file.errors, ...unprepared];
    const values = ready.map((record) => record.values);
    const outcome = await store.createMany(caller, values, !body.dryRun && before.length === 0);
    const refused = outcome.refused.flatMap(({ index, refusal }) => errorsOf(ready[index]?.line ?? 0, refusal, origin));
    const errors = [...before, ...refused].toSorted((a, b) => a.line - b.line).slice(0, MOST_ERRORS);
    const created = body.dryRun || errors.length > 0 ? 0 : outcome.made.length;
    if (created > 0) {
      for (const row of outcome.made) await hooks.created?.(row, caller);
      await store.note(caller, 'import', { rows: file.rows, created });
      app.fileNews?.imported(caller, declared.routes.import.path.split('/')[1] ?? '', created, 0);
    }
    return { dryRun: body.dryRun, rows: file.rows, created, errors, ignored: [...file.ignored] };
  });
};
