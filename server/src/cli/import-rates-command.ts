// `ringside import rates`: the console's own import, from a file of this machine.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { DIRECTIONS } from '@ringside/core/contract/plan-terms.ts';
import type { RateImport } from '@ringside/core/contract/rates.ts';
import type { AuditActor } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import type { StoredRow } from '../db/resource-store.ts';
import { createRateImports } from '../resources/plans/import-rates.ts';
import type { CommandDeps, CommandResult } from './command.ts';

export const ImportRatesOptions = z.object({
  /** Absolute: the console that carries it out may have been started elsewhere. */
  file: z.string({ error: 'is required: a CSV file, before the options' }),
  plan: z.string({ error: 'is required: the name of a plan' }).min(1),
  direction: z.enum(DIRECTIONS, { error: `should be one of ${DIRECTIONS.join(', ')}` }).default('outbound'),
  from: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'should be a date, as 2027-01-31')
    .transform((day) => new Date(`${day}T00:00:00Z`))
    .refine((day) => !Number.isNaN(day.getTime()), 'should be a date, as 2027-01-31')
    .optional(),
  dryRun: z.literal('true').optional(),
});
type Options = z.output<typeof ImportRatesOptions>;

const OPERATOR: AuditActor = { userId: null, username: 'command line', ip: '', userAgent: 'ringside' };
const MOST_LINES = 100;

const findPlan = async (db: Db, name: string): Promise<StoredRow | undefined> => {
  const plan = await db
    .selectFrom('plans')
    .select(['id', 'name', 'status', 'version'])
    .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst();
  return plan;
};

const isFile = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
};

const wordImport = (done: RateImport, plan: string): CommandResult => {
  const counts = `${done.added} new, ${done.changed} changed, ${done.unchanged} as they were`;
  if (done.state === 'done')
    return {
      ok: true,
      lines: [done.dryRun ? `would import into ${plan}: ${counts}` : `imported into ${plan}: ${counts}`],
    };
  const faults = done.errors.map(
    ({ line, path, message, value }) =>
      `line ${line}: ${path === '' ? '' : `${path}: `}${message}${value === '' ? '' : ` (${value})`}`,
  );
  const more = faults.length - MOST_LINES;
  return {
    ok: false,
    lines: [
      ...faults.slice(0, MOST_LINES),
      ...(more > 0 ? [`… and ${more} more`] : []),
      `nothing was written: ${done.wrongRows} ${done.wrongRows === 1 ? 'row is' : 'rows are'} wrong`,
    ],
  };
};

/** All rows or none; a fault is told by its line. */
export const importRatesCommand = async ({ db }: CommandDeps, options: Options): Promise<CommandResult> => {
  const plan = await findPlan(db, options.plan);
  if (plan === undefined) return { ok: false, lines: [`--plan: there is no plan ${options.plan}`] };
  if (!(await isFile(options.file))) return { ok: false, lines: [`${options.file}: there is no such file`] };
  const done = await createRateImports(db).run(OPERATOR, plan, createReadStream(options.file), {
    direction: options.direction,
    dryRun: options.dryRun === 'true',
    from: options.from ?? null,
    now: new Date(),
    language: 'en',
  });
  return wordImport(done, String(plan['name']));
};
