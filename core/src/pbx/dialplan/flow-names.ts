// Dialplan contexts of the call flow. They contain ids instead of names, so they are unique and free of user input.
import { TRUNKS_CONTEXT } from '../../asterisk/dialplan-places.ts';
import { plainId } from './dialplan-lines.ts';

/** All numbers of the PBX server, by their digits. */
export const NUMBERS = 'ringside-numbers';
export const TRUNKS = TRUNKS_CONTEXT;
/** Subroutines that record facts of a call: at any step, when a trunk channel or a line is answered, and when a trunk channel hangs up. */
export const MARKS = 'ringside-marks';
export const ANSWERED = 'ringside-answered';
export const PICKED_UP = 'ringside-picked-up';
export const GONE = 'ringside-gone';

export const trunkEndpoint = (code: string): string => `trunk.${code}`;
/** Tells whether a PJSIP object belongs to a trunk. Customer codes contain no dot. */
export const isTrunkObject = (name: string): boolean => name.startsWith('trunk.');
export const isRegistration = (name: string): boolean => isTrunkObject(name) && name.endsWith('.registration');
/** Tells whether the object matches a carrier's calls by source address. */
export const isIdentification = (name: string): boolean => isTrunkObject(name) && name.endsWith('.identify');
export const trunkContext = (id: string): string => `ringside-from-${plainId('id', id)}`;
/** In `ringside-trunks`: outbound calls through a trunk, and emergency calls. */
export const trunkPlace = (id: string): string => `t${plainId('id', id)}`;
/** Subroutine that a trunk's new channel runs before it dials. */
export const beforePlace = (id: string): string => `b${plainId('id', id)}`;
export const emergencyPlace = (id: string): string => `e${plainId('id', id)}`;
/** Queues, groups and voicemail boxes of a tenant as destinations. */
export const placesContext = (code: string): string => `${code}-places`;
export const hoursContext = (code: string): string => `${code}-hours`;
export const menuContext = (code: string, id: string): string => `${code}-menu-${plainId('id', id)}`;
/** Outbound calls of a tenant, by E.164 digits. */
export const outsideContext = (code: string): string => `${code}-outside`;
/** Caller ID and dial rules of each line. */
export const linesContext = (code: string): string => `${code}-lines`;
export const leaveContext = (code: string): string => `${code}-leave`;
/** Checks the limits on concurrent outside calls of a tenant. */
export const limitContext = (code: string): string => `${code}-room`;
export const rulesContext = (code: string, index: number): string => `${code}-rules-${index}`;
/** Emergency calls of a tenant, by dialed number. */
export const emergencyContext = (code: string): string => `${code}-emergency`;
