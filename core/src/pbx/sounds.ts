// Sounds as a PBX is told of them: a file of its own, or an address of the console's, which Asterisk fetches and keeps.
import { line, section } from './config-file.ts';
import type { ConfigSection } from './config-file.ts';
import { mustFit, plainId } from './dialplan-lines.ts';
import type { WantedMusic } from './wanted.ts';

/** A sound file of the PBX without its ending, below its sounds. */
const FILE = /^[A-Za-z0-9_-]{1,40}(\/[A-Za-z0-9_-]{1,40}){0,4}$/;
/** Nothing that means anything to a dialplan or a list of sounds: no comma, `&`, `;`, quote or bracket. */
const ADDRESS = /^https?:\/\/[A-Za-z0-9.-]{1,100}(:[0-9]{1,5})?(\/[A-Za-z0-9._~-]{1,60}){1,6}\.wav$/;

export const isSound = (name: string): boolean => FILE.test(name) || ADDRESS.test(name);

/** @throws ValueRefused */
export const musicClass = (code: string, id: string): string => `${code}-m${plainId('musicClass', id)}`;

/** A class of music on hold that is one sound, again and again. @throws ValueRefused */
export const musicSection = (code: string, { id, address }: WantedMusic): ConfigSection => {
  mustFit(ADDRESS.test(address), 'address');
  return section(musicClass(code, id), [line('mode', 'playlist'), line('entry', address)]);
};
