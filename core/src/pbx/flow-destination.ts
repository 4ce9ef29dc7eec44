// Where a call goes next, as one step of the dialplan.
import { DIGITS, mustFit, plainId } from './dialplan-lines.ts';
import { menuContext, outsideContext, placesContext } from './flow-names.ts';
import { contextName } from './phone-sections.ts';
import type { WantedDestination } from './wanted-flow.ts';

/** What of a tenant is on the PBX: a destination that is not (a locked line, a refused row) ends the call. */
export interface Reachable {
  readonly code: string;
  readonly extensions: ReadonlySet<string>;
  /** Extensions that have a voicemail box. */
  readonly boxes: ReadonlySet<string>;
  readonly queues: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly menus: ReadonlySet<string>;
  /** Whether anything goes outside. */
  readonly outside: boolean;
}

/** Number unallocated: what a caller hears who dialled what is not there. */
const NOWHERE = 'Hangup(1)';

export const queuePlace = (id: string): string => `q${plainId('id', id)}`;
export const groupPlace = (id: string): string => `g${plainId('id', id)}`;
export const boxPlace = (extension: string): string => `v${extension}`;

/** `context,extension,priority` of a destination; null when it is not there. @throws ValueRefused naming `field` */
export const placeOf = (
  field: string,
  to: Exclude<WantedDestination, { kind: 'hangup' }>,
  there: Reachable,
): string | null => {
  const { code } = there;
  switch (to.kind) {
    case 'extension':
      return there.extensions.has(to.extension) ? `${contextName(code)},${to.extension},1` : null;
    case 'voicemail':
      return there.boxes.has(to.extension) ? `${placesContext(code)},${boxPlace(to.extension)},1` : null;
    case 'queue':
      return there.queues.has(to.id) ? `${placesContext(code)},${queuePlace(to.id)},1` : null;
    case 'ringgroup':
      return there.groups.has(to.id) ? `${placesContext(code)},${groupPlace(to.id)},1` : null;
    case 'ivr':
      return there.menus.has(to.id) ? `${menuContext(code, to.id)},s,1` : null;
    case 'external':
      mustFit(DIGITS.test(to.number), field);
      return there.outside ? `${outsideContext(code)},${to.number},1` : null;
  }
};

/** @throws ValueRefused naming `field` */
export const destinationStep = (field: string, to: WantedDestination, there: Reachable): string => {
  if (to.kind === 'hangup') return 'Hangup(16)';
  const place = placeOf(field, to, there);
  return place === null ? NOWHERE : `Goto(${place})`;
};
