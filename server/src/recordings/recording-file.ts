// Finds a recording in its folder. The name comes from a PBX and so from anywhere: nothing outside of the folder is ever
// opened, whatever dots, slashes and symbolic links it is made of.
import { realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { AUDIO_TYPES } from '@ringside/core/contract/recordings.ts';
import { audioExtensionOf } from './recording-key.ts';
import { LEAST_BYTES } from './source.ts';
import type { Sound } from './source.ts';

export interface RecordingFile extends Sound {
  /** Free of symbolic links. */
  readonly path: string;
}

/** `/var/spool/asterisk/monitor/x.wav` is looked for as it is, when the folder holds it; other names below the folder. */
export const findRecordingFile = async (
  folder: string,
  name: string,
  leastBytes: number = LEAST_BYTES,
): Promise<RecordingFile | null> => {
  if (name === '' || name.includes('\0')) return null;
  const extension = audioExtensionOf(name);
  if (extension === null) return null;
  try {
    const base = await realpath(folder);
    const path = await realpath(resolve(base, name));
    if (!path.startsWith(base.endsWith(sep) ? base : base + sep)) return null;
    const facts = await stat(path);
    if (!facts.isFile() || facts.size < leastBytes) return null;
    return { path, bytes: facts.size, mediaType: AUDIO_TYPES[extension], extension };
  } catch {
    // Not there, not ours to read, a name too long: there is no such recording.
    return null;
  }
};
