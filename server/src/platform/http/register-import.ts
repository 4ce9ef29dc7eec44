// Imports rows of a resource. The schema validates each row and the database tries it, so that one answer lists all errors.
import type { FastifyInstance } from 'fastify';
import type { importOf, ImportError, ImportResult } from '@ringside/core/contract/import.ts';
import type { z } from 'zod';
import type { ResourceStore } from '../db/rows/resource-store.ts';
import type { StoredRow } from '../db/rows/stored-row.ts';
import type { Caller, Origin } from '../caller/caller.ts';
import { problemOf, Refusal } from '../caller/refusal.ts';
import { readCsv } from './read-csv.ts';
import type { CsvRecord } from './read-csv.ts';
import { registerRoute } from './register.ts';

type Declared<Line extends z.ZodObject> = ReturnType<typeof importOf<Line>>;

type Values = Record<string, unknown>;

interface ImportHooks<Line extends z.ZodObject, Row extends StoredRow, New extends Values> {
  /**
   * Converts values of the file into values of the store (such as a code into an ID). Throws a Refusal for the row.
   * `file` is the same object for all rows of one import (`once`).
   */
  prepare(caller: Caller, values: z.output<Line>, file: object): Promise<New>;
  /** Called after the commit, for each new row. */
  created?(row: Row, caller: Caller): void | Promise<void>;
  /** Called after the commit, for all new rows of the file. */
  imported?(rows: readonly Row[], caller: Caller): void | Promise<void>;
}

const MOST_ERRORS = 500;

const errorsOf = (line: number, refusal: Refusal, origin: Origin): ImportError[] => {
  const problem = problemOf(refusal, origin.language);
  if (problem.errors.length === 0) {
    return [{ line, path: '', message: problem.detail || problem.title, code: problem.code }];
  }
  return problem.errors.map(({ path, message, code }) => ({ line, path, message, code }));
};

const prepared = async <Line extends z.ZodObject, New extends Values>(
  records: readonly CsvRecord<z.output<Line>>[],
  caller: Caller,
  origin: Origin,
  { prepare }: Pick<ImportHooks<Line, StoredRow, New>, 'prepare'>,
): Promise<{
  readonly ready: readonly CsvRecord<New>[];
  readonly errors: readonly ImportError[];
}> => {
  const ready: CsvRecord<New>[] = [];
  const errors: ImportError[] = [];
  const file = {};
  for (const { line, values } of records) {
    try {
      ready.push({ line, values: await prepare(caller, values, file) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      errors.push(...errorsOf(line, error, origin));
    }
  }
  return { ready, errors };
};

export const registerImport = <Line extends z.ZodObject, Row extends StoredRow, New extends Values>(
  app: FastifyInstance,
  declared: Declared<Line>,
  store: Pick<ResourceStore<Row, New>, 'createMany' | 'note'>,
  hooks: ImportHooks<Line, Row, NoInfer<New>>,
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
      await hooks.imported?.(outcome.made, caller);
      await store.note(caller, 'import', { rows: file.rows, created });
      await app.fileNews?.imported(caller, declared.routes.import.path.split('/')[1] ?? '', created, 0);
    }
    return { dryRun: body.dryRun, rows: file.rows, created, errors, ignored: [...file.ignored] };
  });
};
