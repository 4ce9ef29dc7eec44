// Finds the rotated files of a log and detects missing ones in between.
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '@ringside/core/base/error-code.ts';

export interface LogFile {
  readonly path: string;
  readonly inode: string;
  readonly size: number;
  /** Epoch ms. */
  readonly writtenAt: number;
}

export const factsOf = async (path: string): Promise<LogFile | null> => {
  try {
    const { ino, size, mtimeMs } = await stat(path);
    return { path, inode: String(ino), size, writtenAt: mtimeMs };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
};

/** Returns the file and its rotated files (`queue_log.1`, `queue_log-20261122.gz`), oldest first. */
export const familyOf = async (path: string): Promise<LogFile[]> => {
  const own = basename(path);
  const names = await readdir(dirname(path));
  const found = await Promise.all(
    names
      .filter((name) => name === own || name.startsWith(`${own}.`) || /^-\d{8}/.test(name.slice(own.length)))
      .filter((name) => name.startsWith(own))
      .map((name) => factsOf(join(dirname(path), name))),
  );
  return found.filter((one) => one !== null).toSorted((a, b) => a.writtenAt - b.writtenAt);
};

const DAY = 86_400_000;

/** Parses the suffix of a rotated file: a counter or a date; `null` for others and for the log itself. */
const turnOf = (name: string): { readonly kind: 'count' | 'day'; readonly value: number } | null => {
  const digits = /[.-](\d{1,3}|\d{8})(\.(gz|bz2|xz|zst))?$/.exec(name)?.[1];
  if (digits === undefined) return null;
  if (digits.length < 8) return { kind: 'count', value: Number(digits) };
  const at = Date.parse(`${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}T00:00:00Z`);
  return Number.isNaN(at) ? null : { kind: 'day', value: at / DAY };
};

/**
 * Splits the files where one is missing: counters must be consecutive, dates must follow the usual step. Other names count as
 * consecutive.
 */
export const cutWhereMissing = <F extends Pick<LogFile, 'path'>>(files: readonly F[]): F[][] => {
  const turns = files.map(({ path }) => turnOf(basename(path)));
  const counts = turns.flatMap((turn) => (turn?.kind === 'count' ? [turn.value] : []));
  const days = turns.flatMap((turn) => (turn?.kind === 'day' ? [turn.value] : []));
  const step = days.slice(1).reduce((least, day, i) => Math.min(least, Math.abs(day - days[i]!)), Infinity);
  const follows = (before: (typeof turns)[number], after: (typeof turns)[number]): boolean => {
    if (before?.kind === 'count' && after?.kind === 'count') return Math.abs(before.value - after.value) === 1;
    if (before?.kind === 'day' && after?.kind === 'day') return Math.abs(after.value - before.value) <= step;
    // The log itself follows the newest counted file. If numbers fall toward the present, that is number 0 or 1.
    const upwards = counts.length > 1 && counts[0]! < counts.at(-1)!;
    if (before?.kind === 'count' && after === null && !upwards) return before.value <= 1;
    return true;
  };
  const parts: F[][] = [];
  for (const [i, file] of files.entries()) {
    if (i > 0 && follows(turns[i - 1]!, turns[i]!)) parts.at(-1)!.push(file);
    else parts.push([file]);
  }
  return parts;
};
