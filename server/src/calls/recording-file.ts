// Finds a recording in its folder. The name comes from a PBX and so from anywhere: nothing outside of the folder is ever
// opened, whatever dots, slashes and symbolic links it is made of.
import { realpath, stat } from 'node:fs/promises';
import { extname, resolve, sep } from 'node:path';
import { AUDIO_TYPES } from '@ringside/core/contract/recordings.ts';

export interface RecordingFile {
  /** Free of symbolic links. */
  readonly path: string;
  readonly bytes: number;
  readonly mediaType: string;
  /** `wav` */
  readonly extension: string;
}

/** MixMonitor leaves a header of 44 bytes for a call that nobody answered. */
const LEAST_BYTES = 1_000;

/** `/var/spool/asterisk/monitor/x.wav` is looked for as it is, when the folder holds it; other names below the folder. */
export const findRecordingFile = async (folder: string | null, name: string): Promise<RecordingFile | null> => {
  if (folder === null || name === '' || name.includes('\0')) return null;
  const extension = extname(name).slice(1).toLowerCase();
  if (!Object.hasOwn(AUDIO_TYPES, extension)) return null;
  try {
    const base = await realpath(folder);
    const path = await realpath(resolve(base, name));
    if (!path.startsWith(base.endsWith(sep) ? base : base + sep)) return null;
    const facts = await stat(path);
    if (!facts.isFile() || facts.size < LEAST_BYTES) return null;
    return { path, bytes: facts.size, mediaType: AUDIO_TYPES[extension as keyof typeof AUDIO_TYPES], extension };
  } catch {
    // Not there, not ours to read, a name too long: there is no such recording.
    return null;
  }
};
