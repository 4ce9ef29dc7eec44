// `ringside import cdr | queue-log | dump`: imports records that a PBX server wrote itself, from a file on this machine, in addition to the
// records from AMI. Known records are not changed.
import { stat } from 'node:fs/promises';
import { errorCode } from '@ringside/core/base/error-code.ts';
import { z } from 'zod';
import type { HistoryKind } from '@ringside/core/contract/calls/import.ts';
import { priceImported } from '../billing/rate-due.ts';
import { importHistory } from '../calls/import-history.ts';
import type { ImportProgress } from '../calls/import-history.ts';
import { ownersNow } from '../live/owners-now.ts';
import type { CommandDeps, CommandResult } from './command.ts';
import { findServer } from './find-server.ts';

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

export const ImportHistoryOptions = z.object({
  /** Absolute path, because the console that runs the command may have another working directory. */
  file: z.string({ error: 'is required: a Master.csv, a queue_log or a dump, before the options' }),
  server: z.string({ error: 'is required: the name or id of a PBX server' }).min(1),
  'time-zone': z.string().refine(isTimeZone, 'should be a time zone, as Europe/Madrid').optional(),
  dryRun: z.literal('true').optional(),
});
type Options = z.output<typeof ImportHistoryOptions>;

/** Returns `null` for a readable file. */
const problemOf = async (path: string): Promise<string | null> => {
  try {
    return (await stat(path)).isFile() ? null : 'is no file';
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? 'there is no such file' : 'it may not be read';
  }
};

const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

const wordImport = (
  done: ImportProgress,
  kind: HistoryKind,
  server: string,
  timeZone: string,
  dry: boolean,
): string[] => {
  const faults = done.faults.map(({ line, reason }) => `line ${line}: ${reason}`);
  const more = done.faultCount - faults.length;
  const records = done.lines - done.faultCount;
  const known = `${done.newLegs} new, ${records - done.newLegs} known`;
  const events = `${count(done.events, 'event')} of queues and agents, ${done.newEvents} new`;
  const found =
    kind === 'cdr' ? known : kind === 'queue-log' ? events : `${count(done.newLegs, 'new call record')}, ${events}`;
  return [
    ...faults,
    ...(more > 0 ? [`… and ${more} more`] : []),
    `${dry ? 'would be imported' : 'imported'} for ${server}, times in ${timeZone}: ${count(done.lines, 'line')}, ${found}, ` +
      count(done.faultCount, 'fault'),
  ];
};

/** Stores all valid records and lists invalid lines. Fails for a file without any valid record. */
export const importHistoryCommand = async (
  { db, config, membersOf, progress }: CommandDeps,
  kind: HistoryKind,
  options: Options,
): Promise<CommandResult> => {
  const server = await findServer(db, options.server);
  if (server === undefined) return { ok: false, lines: [`--server: there is no PBX server ${options.server}`] };
  const problem = await problemOf(options.file);
  if (problem !== null) return { ok: false, lines: [`${options.file}: ${problem}`] };
  // Asterisk writes local time without a time zone. The default is this machine's time zone, which usually matches.
  const timeZone = options['time-zone'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const dryRun = options.dryRun === 'true';
  const price = priceImported(config.defaultCountry);
  const request = { path: options.file, kind, serverId: server.id, timeZone, dryRun, price };
  const onProgress = (p: ImportProgress): void =>
    progress?.(`${Math.floor((p.bytes / Math.max(1, p.totalBytes)) * 100)} %, ${count(p.lines, 'line')}`);
  const members = membersOf?.(server.id) ?? [];
  const done = await importHistory(db, await ownersNow(db), { ...request, members }, Date.now(), onProgress);
  const ok = done.lines === 0 || done.faultCount < done.lines;
  return { ok, lines: wordImport(done, kind, server.name, timeZone, dryRun) };
};
