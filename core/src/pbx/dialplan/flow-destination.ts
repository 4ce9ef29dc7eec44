// Renders the next destination of a call as one dialplan step.
import { DIGITS, mustFit, plainId } from './dialplan-lines.ts';
import { menuContext, outsideContext, placesContext } from './flow-names.ts';
import { contextName } from '../phone-sections.ts';
import type { WantedDestination } from '../wanted-flow.ts';

/** Objects of a tenant on the PBX server. A missing destination (a locked line, a rejected row) ends the call. */
export interface Reachable {
  readonly code: string;
  readonly extensions: ReadonlySet<string>;
  /** Numbers that are dialed unchanged through a route. An extension with the same digits is only in `<code>-places`. */
  readonly short: ReadonlySet<string>;
  /** Extensions that have a voicemail box. */
  readonly boxes: ReadonlySet<string>;
  readonly queues: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly menus: ReadonlySet<string>;
  /** Whether outside calls are possible. */
  readonly outside: boolean;
}

/** Hangup cause 1 (unallocated number), for numbers that do not exist. */
const NOWHERE = 'Hangup(1)';

export const queuePlace = (id: string): string => `q${plainId('id', id)}`;
export const groupPlace = (id: string): string => `g${plainId('id', id)}`;
/** Returns the `context,extension` that rings a line. */
export const linePlace = (code: string, extension: string, short: ReadonlySet<string>): string =>
  short.has(extension) ? `${placesContext(code)},x${extension}` : `${contextName(code)},${extension}`;
export const boxPlace = (extension: string): string => `v${extension}`;

/**
 * Returns the `context,extension,priority` of a destination, or `null` when it does not exist.
 * @throws ValueRefused naming `field`
 */
export const placeOf = (
  field: string,
  to: Exclude<WantedDestination, { kind: 'hangup' }>,
  there: Reachable,
): string | null => {
  const { code } = there;
  switch (to.kind) {
    case 'extension':
      return there.extensions.has(to.extension) ? `${linePlace(code, to.extension, there.short)},1` : null;
    case 'voicemail':
      return there.boxes.has(to.extension) ? `${placesContext(code)},${boxPlace(to.extension)},1` : null;
    case 'queue':
      return there.queues.has(to.id) ? `${placesContext(code)},${queuePlace(to.id)},1` : null;
    case 'group':
      return there.groups.has(to.id) ? `${placesContext(code)},${groupPlace(to.id)},1` : null;
    case 'ivr':
      return there.menus.has(to.id) ? `${menuContext(code, to.id)},s,1` : null;
    case 'external':
      mustFit(DIGITS.test(to.number), field);
      return there.outside ? `${outsideContext(code)},${to.number},1` : null;
  }
};

/**
 * Returns the dialplan step.
 * @throws ValueRefused naming `field`
 */
export const destinationStep = (field: string, to: WantedDestination, there: Reachable): string => {
  if (to.kind === 'hangup') return 'Hangup(16)';
  const place = placeOf(field, to, there);
  return place === null ? NOWHERE : `Goto(${place})`;
};
