// `ringside import cdr`: a Master.csv of this machine, read beside what AMI brings. What is known already changes nothing.
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { importCdrFile } from '../calls/import-file.ts';
import type { ImportProgress } from '../calls/import-file.ts';
import type { Db } from '../db/connect.ts';
import { readOwners } from '../live/owner-queries.ts';
import { createOwners } from '../live/owners.ts';
import type { CommandDeps, CommandResult } from './command.ts';

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

export const ImportCdrOptions = z.object({
  /** Absolute: the console that carries it out may have been started elsewhere. */
  file: z.string({ error: 'is required: a Master.csv, before the options' }),
  server: z.string({ error: 'is required: the name or id of a PBX server' }).min(1),
  'time-zone': z.string().refine(isTimeZone, 'should be a time zone, as Europe/Madrid').optional(),
});
type Options = z.output<typeof ImportCdrOptions>;

const MOST_ID = 2_147_483_647;

/** A name before an id: a server may be called 7. */
const findServer = async (db: Db, nameOrId: string): Promise<{ id: number; name: string } | undefined> => {
  const found = db.selectFrom('endpoints').select(['id', 'name']);
  const byName = await found
    .where((eb) => eb(eb.fn('lower', ['name']), '=', nameOrId.toLowerCase()))
    .executeTakeFirst();
  if (byName !== undefined) return byName;
  const id = /^\d{1,10}$/.test(nameOrId) ? Number(nameOrId) : 0;
  return id < 1 || id > MOST_ID ? undefined : found.where('id', '=', id).executeTakeFirst();
};

/** Null for a file that can be read. */
const problemOf = async (path: string): Promise<string | null> => {
  try {
    return (await stat(path)).isFile() ? null : 'is no file';
  } catch (error) {
    return (error as { code?: string }).code === 'ENOENT' ? 'there is no such file' : 'it may not be read';
  }
};

const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

const wordImport = (done: ImportProgress, server: string, timeZone: string): string[] => {
  const faults = done.faults.map(({ line, reason }) => `line ${line}: ${reason}`);
  const more = done.faultCount - faults.length;
  return [
    ...faults,
    ...(more > 0 ? [`… and ${more} more`] : []),
    `imported for ${server}, times in ${timeZone}: ${count(done.lines, 'line')}, ${done.newLegs} new, ` +
      `${done.lines - done.newLegs - done.faultCount} known, ${count(done.faultCount, 'fault')}`,
  ];
};

/** What can be read is stored, faults are told by their lines; a file without a single record is refused. */
export const importCdrCommand = async ({ db }: CommandDeps, options: Options): Promise<CommandResult> => {
  const server = await findServer(db, options.server);
  if (server === undefined) return { ok: false, lines: [`--server: there is no PBX server ${options.server}`] };
  const problem = await problemOf(options.file);
  if (problem !== null) return { ok: false, lines: [`${options.file}: ${problem}`] };
  // Asterisk writes its own wall clock without a zone; on most machines that is this one's.
  const timeZone = options['time-zone'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const owners = createOwners();
  owners.replace(await readOwners(db));
  const done = await importCdrFile(db, owners, { path: options.file, serverId: server.id, timeZone });
  return { ok: done.lines === 0 || done.faultCount < done.lines, lines: wordImport(done, server.name, timeZone) };
};
