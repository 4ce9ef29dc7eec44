// Prepared data folders of the demo, kept between its starts. The starter names their folder after a hash of the code. `seeded` has
// everything but calls, `past-<date>` also has the calls of past days, up to that date. All times in them are real, so a later start only adds
// the days in between.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { OwnerRows } from '../live/owner-queries.ts';
import { DAY_MS, PAST_DAYS } from './record-days.ts';

export const SEEDED = 'seeded';

export interface Manifest {
  /** Ids of the servers by name. */
  readonly serverIds: Readonly<Record<string, number>>;
  /** Last day with calls (UTC midnight, epoch ms). `null`: no calls yet. */
  readonly lastDay: number | null;
  readonly owners: OwnerRows;
}

const MANIFEST = 'manifest.json';
/** Parts of a data folder that a snapshot has. Locks and sockets belong to a process. */
const PARTS = ['db', 'secret.key', 'sounds'];

/** Returns the name of a snapshot whose last day is `lastDay`. */
export const pastName = (lastDay: number): string => `past-${new Date(lastDay).toISOString().slice(0, 10)}`;

const isPast = (name: string): boolean => /^past-\d{4}-\d{2}-\d{2}$/.test(name);

/** Returns the name of the snapshot with the most recent days, or `null` if nothing is prepared. */
export const newestSnapshot = (folder: string, now: number): string | null => {
  if (!existsSync(folder)) return null;
  const names = readdirSync(folder);
  // Days before this one are not shown any more, so nothing is gained by keeping them.
  const oldest = pastName(now - PAST_DAYS * DAY_MS);
  const past = names.filter((name) => isPast(name) && name >= oldest && name <= pastName(now)).toSorted();
  return past.at(-1) ?? (names.includes(SEEDED) ? SEEDED : null);
};

export const readManifest = (folder: string, name: string): Manifest =>
  JSON.parse(readFileSync(join(folder, name, MANIFEST), 'utf8'));

/** Copies a snapshot into a data folder. */
export const restoreSnapshot = (folder: string, name: string, dataFolder: string): void => {
  for (const part of PARTS) {
    const from = join(folder, name, part);
    if (existsSync(from)) cpSync(from, join(dataFolder, part), { recursive: true });
  }
};

/** Creates a data folder beside the snapshots, which `keepSnapshot` turns into one. */
export const makeWorkFolder = (folder: string): string => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return mkdtempSync(join(folder, 'making-'));
};

/** Turns the data folder of an ended console into a snapshot, unless another process did so first. Removes the ones that it replaces. */
export const keepSnapshot = (folder: string, name: string, workFolder: string, manifest: Manifest): void => {
  for (const entry of readdirSync(workFolder))
    if (!PARTS.includes(entry)) rmSync(join(workFolder, entry), { recursive: true, force: true });
  writeFileSync(join(workFolder, MANIFEST), JSON.stringify(manifest));
  if (existsSync(join(folder, name))) rmSync(workFolder, { recursive: true, force: true });
  else renameSync(workFolder, join(folder, name));
  for (const other of readdirSync(folder))
    if (isPast(other) && other < name) rmSync(join(folder, other), { recursive: true, force: true });
};
