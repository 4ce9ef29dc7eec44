// Recordings in a folder of the console's own machine.
import { constants } from 'node:fs';
import { open, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { byteRangeOf } from '../http/byte-range.ts';
import { nothing } from './cut.ts';
import { findRecordingFile } from './recording-file.ts';
import { recordingKey } from './recording-key.ts';
import { SourceAway } from './source.ts';
import type { RecordingSource } from './source.ts';

export interface LocalSettings {
  /** RINGSIDE_RECORDINGS; null: not set. */
  readonly top: string | null;
  /** Below it; '' for itself. */
  readonly below: string;
  readonly pbxFolder: string;
  readonly mayDelete: boolean;
}

/** Opened when it is read: what nobody reads holds nothing open. */
async function* contentOf(path: string, part: { readonly start?: number; readonly end?: number }) {
  // Nobody puts a link in its place between the look and the opening.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  yield* handle.createReadStream(part) as AsyncIterable<Uint8Array>;
}

export const createLocalSource = ({ top, below, pbxFolder, mayDelete }: LocalSettings): RecordingSource => {
  const folder = top === null ? null : join(top, below);
  // What the PBX calls by its own folder is below ours; any other name is tried as it stands.
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
      // A header without sound goes too.
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
