// The contexts of the call flow. Ids instead of names: two rows never share one, and nothing in them is anybody's text.
import { plainId } from './dialplan-lines.ts';

/** Every number of the PBX, by its digits. */
export const NUMBERS = 'ringside-numbers';
/** Every trunk, as a place to call out by. */
export const TRUNKS = 'ringside-trunks';

export const trunkEndpoint = (code: string): string => `trunk.${code}`;
/** Of a trunk's endpoint, and of what identifies and registers it: no code of a customer has a dot. */
export const isTrunkObject = (name: string): boolean => name.startsWith('trunk.');
export const isRegistration = (name: string): boolean => isTrunkObject(name) && name.endsWith('.registration');
/** Tells the carrier's calls by where they come from. */
export const isIdentification = (name: string): boolean => isTrunkObject(name) && name.endsWith('.identify');
export const trunkContext = (id: string): string => `ringside-from-${plainId('id', id)}`;
/** Queues, groups and voicemail boxes of a tenant as places to go to. */
export const placesContext = (code: string): string => `${code}-places`;
export const hoursContext = (code: string): string => `${code}-hours`;
export const menuContext = (code: string, id: string): string => `${code}-menu-${plainId('id', id)}`;
/** Calls of a tenant on their way out, by digits of E.164. */
export const outsideContext = (code: string): string => `${code}-outside`;
/** What a line shows of itself outside, and which rules bind it. */
export const linesContext = (code: string): string => `${code}-lines`;
export const leaveContext = (code: string): string => `${code}-leave`;
/** Whether there is room for one more call between the tenant and the outside. */
export const roomContext = (code: string): string => `${code}-room`;
export const rulesContext = (code: string, index: number): string => `${code}-rules-${index}`;
