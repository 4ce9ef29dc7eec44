// Reads recordings from a folder of the console's own machine.
import { constants } from 'node:fs';
import { open, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { byteRangeOf } from './byte-range.ts';
import { nothing } from './cut.ts';
import { findRecordingFile } from './recording-file.ts';
import { recordingKey } from './recording-key.ts';
import { SourceAway } from './source.ts';
import type { RecordingSource } from './source.ts';

interface LocalSettings {
  /** RINGSIDE_RECORDINGS; `null` if not set. */
  readonly top: string | null;
  /** Subfolder of it; `''` for the folder itself. */
  readonly below: string;
  readonly pbxFolder: string;
  readonly mayDelete: boolean;
}

/** Opens the file only when the stream is read. */
async function* contentOf(path: string, part: { readonly start?: number; readonly end?: number }) {
  // O_NOFOLLOW prevents that a symbolic link replaces the file between check and open.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  yield* handle.createReadStream(part);
}

export const createLocalSource = ({ top, below, pbxFolder, mayDelete }: LocalSettings): RecordingSource => {
  const folder = top === null ? null : join(top, below);
  // Names below the PBX's folder map to the console's folder. Other names are tried unchanged.
  const file = async (name: string, leastBytes?: number) =>
    folder === null
      ? null
      : findRecordingFile(folder, pbxFolder === '' ? name : (recordingKey(name, pbxFolder) ?? name), leastBytes);
  return {
    remote: false,
    canDelete: mayDelete,
    find: (name) => file(name),
    open: async (name, asked) => {
      const found = await file(name);
      if (found === null) return null;
      const range = byteRangeOf(asked, found.bytes);
      if (range === 'unsatisfiable') return { ...found, range, content: nothing() };
      const part = range === null ? {} : { start: range.from, end: range.to };
      return { ...found, range, content: contentOf(found.path, part) };
    },
    remove: async (name) => {
      // Also deletes files that contain only a header.
      const found = await file(name, 0);
      if (found === null) return false;
      await unlink(found.path);
      return true;
    },
    probe: async () => {
      if (folder === null) throw new SourceAway('no-folder');
      const facts = await stat(folder).catch((error: unknown) => {
        throw new SourceAway('no-folder', error);
      });
      if (!facts.isDirectory()) throw new SourceAway('no-folder');
    },
  };
};
