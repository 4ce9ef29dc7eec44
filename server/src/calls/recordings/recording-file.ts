// Finds a recording in its folder. The name comes from the PBX and is not trusted: files outside of the folder are never opened, even
// through `..` or symbolic links.
import { realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { AUDIO_TYPES } from '@ringside/core/contract/calls/recordings.ts';
import { audioExtensionOf } from './recording-key.ts';
import { LEAST_BYTES } from './source.ts';
import type { Sound } from './source.ts';

interface RecordingFile extends Sound {
  /** Resolved path without symbolic links. */
  readonly path: string;
}

/**
 * Returns the file. An absolute name such as `/var/spool/asterisk/monitor/x.wav` must be inside of the folder; other names are relative to
 * it.
 */
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
    // Missing, unreadable or overlong names count as no recording.
    return null;
  }
};
