// Maps the PBX's name of a recording to a path below the recording folder.
import { keysOf } from '@ringside/core/base/keys-of.ts';
import { AUDIO_TYPES } from '@ringside/core/contract/calls/recordings.ts';

type AudioExtension = keyof typeof AUDIO_TYPES;

/** Returns `wav` for `acme/x.WAV`, or `null` if it is not an audio file. */
export const audioExtensionOf = (name: string): AudioExtension | null => {
  const extension = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return keysOf(AUDIO_TYPES).find((known) => known === extension) ?? null;
};

/** `pbxFolder`: the recording folder on the PBX. Returns `null` if the name leads elsewhere. */
export const recordingKey = (name: string, pbxFolder: string): string | null => {
  const folder = pbxFolder.replace(/\/+$/, '');
  const below = folder !== '' && name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : name;
  if (below === '' || below.length > 1_000 || /[\\\u0000-\u001f\u007f]/.test(below)) return null;
  const isPart = (part: string): boolean => part !== '' && part !== '.' && part !== '..';
  return below.split('/').every(isPart) && audioExtensionOf(below) !== null ? below : null;
};
