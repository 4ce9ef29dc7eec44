// `ringside import rates`: imports rates from a file on this machine, with the same code as the console's import.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { DIRECTIONS } from '@ringside/core/contract/billing/plan-terms.ts';
import type { RateImport } from '@ringside/core/contract/billing/rates.ts';
import type { AuditActor } from '../platform/db/audit.ts';
import type { Db } from '../platform/db/connect.ts';
import { createRateImports } from '../billing/plan/import-rates.ts';
import type { CommandDeps, CommandResult } from './command.ts';

export const ImportRatesOptions = z.object({
  /** Absolute path, because the console that runs the command may have another working directory. */
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

const findPlan = (db: Db, name: string) =>
  db
    .selectFrom('plans')
    .select(['id', 'name', 'status'])
    .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst();

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

/** Imports all rows or none. Lists faults with their lines. */
export const importRatesCommand = async ({ db }: Pick<CommandDeps, 'db'>, options: Options): Promise<CommandResult> => {
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
  return wordImport(done, plan.name);
};
