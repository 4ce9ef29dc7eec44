// A log and the files that it was rotated into, and whether one of them is missing between two others.
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

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
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** The file and those that it was rotated into (`queue_log.1`, `queue_log-20261122.gz`), the oldest first. */
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

/** What a rotation put behind the name: a number that counts files, or a day; null: something else, or the log itself. */
const turnOf = (name: string): { readonly kind: 'count' | 'day'; readonly value: number } | null => {
  const digits = /[.-](\d{1,3}|\d{8})(\.(gz|bz2|xz|zst))?$/.exec(name)?.[1];
  if (digits === undefined) return null;
  if (digits.length < 8) return { kind: 'count', value: Number(digits) };
  const at = Date.parse(`${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}T00:00:00Z`);
  return Number.isNaN(at) ? null : { kind: 'day', value: at / DAY };
};

/**
 * The files cut where one is missing: counted ones follow each other by one, dated ones by the step that they have elsewhere.
 * Of other names nobody can tell, so they count as following each other.
 */
export const cutWhereMissing = <F extends Pick<LogFile, 'path'>>(files: readonly F[]): F[][] => {
  const turns = files.map(({ path }) => turnOf(basename(path)));
  const counts = turns.flatMap((turn) => (turn?.kind === 'count' ? [turn.value] : []));
  const days = turns.flatMap((turn) => (turn?.kind === 'day' ? [turn.value] : []));
  const step = days.slice(1).reduce((least, day, i) => Math.min(least, Math.abs(day - days[i]!)), Infinity);
  const follows = (before: (typeof turns)[number], after: (typeof turns)[number]): boolean => {
    if (before?.kind === 'count' && after?.kind === 'count') return Math.abs(before.value - after.value) === 1;
    if (before?.kind === 'day' && after?.kind === 'day') return Math.abs(after.value - before.value) <= step;
    // Behind the newest counted file comes the log itself: where the newest has the least number, that is the first.
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
