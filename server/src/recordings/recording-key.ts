// From the name that a PBX gave a recording to a place below the folder of recordings, or to none.
import { AUDIO_TYPES } from '@ringside/core/contract/recordings.ts';

export type AudioExtension = keyof typeof AUDIO_TYPES;

/** `wav` of `acme/x.WAV`; null of what is no sound. */
export const audioExtensionOf = (name: string): AudioExtension | null => {
  const extension = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(AUDIO_TYPES, extension) ? (extension as AudioExtension) : null;
};

/** `pbxFolder`: as the PBX calls the folder of recordings, no slash at the end. null: the name leads elsewhere. */
export const recordingKey = (name: string, pbxFolder: string): string | null => {
  const folder = pbxFolder.replace(/\/+$/, '');
  const below = folder !== '' && name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : name;
  if (below === '' || below.length > 1_000 || /[\\\u0000-\u001f\u007f]/.test(below)) return null;
  const isPart = (part: string): boolean => part !== '' && part !== '.' && part !== '..';
  return below.split('/').every(isPart) && audioExtensionOf(below) !== null ? below : null;
};
