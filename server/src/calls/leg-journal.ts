// Keeps call records that wait for the database in a file of the data folder, because the PBX sends each record once. A killed console
// reads them at its next start. Lines are passed to the kernel at once, so they survive a crash of the process but not a power failure.
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerLeg } from './queries.ts';

export interface LegJournal {
  /** Records that an earlier process did not store. */
  readonly left: readonly ServerLeg[];
  add(leg: ServerLeg): void;
  /** Call when every added record is stored. */
  clear(): void;
  close(): void;
}

const FILE = 'waiting-call-records.jsonl';

/** The last line of a killed process may be incomplete. */
const legOf = (line: string): readonly ServerLeg[] => {
  try {
    return [JSON.parse(line) as ServerLeg];
  } catch {
    return [];
  }
};

/** @throws the error of the file system, such as ENOSPC */
export const openLegJournal = (folder: string): LegJournal => {
  const path = join(folder, FILE);
  const file = openSync(path, 'a', 0o600);
  const left = readFileSync(path, 'utf8').split('\n').flatMap(legOf);
  return {
    left,
    add: (leg) => void writeSync(file, `${JSON.stringify(leg)}\n`),
    clear: () => ftruncateSync(file),
    close: () => closeSync(file),
  };
};
