// Names of sounds in the PBX configuration: a file on the PBX, or a URL of the console, which Asterisk downloads and caches.
import { line, section } from '../asterisk/config-file.ts';
import type { ConfigSection } from '../asterisk/config-file.ts';
import { mustFit, plainId } from './dialplan/dialplan-lines.ts';
import type { WantedMusic } from './wanted.ts';

/** A sound file of the PBX server without extension, below its sounds folder. */
const FILE = /^[A-Za-z0-9_-]{1,40}(\/[A-Za-z0-9_-]{1,40}){0,4}$/;
/** Excludes characters with a meaning in dialplan or sound lists: comma, `&`, `;`, quotes and brackets. */
const ADDRESS = /^https?:\/\/[A-Za-z0-9.-]{1,100}(:[0-9]{1,5})?(\/[A-Za-z0-9._~-]{1,60}){1,6}\.wav$/;

export const isSound = (name: string): boolean => FILE.test(name) || ADDRESS.test(name);

/**
 * Returns the class name.
 * @throws ValueRefused
 */
export const musicClass = (code: string, id: string): string => `${code}-m${plainId('musicClass', id)}`;

/**
 * Returns a music-on-hold class that repeats one sound.
 * @throws ValueRefused
 */
export const musicSection = (code: string, { id, address }: WantedMusic): ConfigSection => {
  mustFit(ADDRESS.test(address), 'address');
  return section(musicClass(code, id), [line('mode', 'playlist'), line('entry', address)]);
};
