// Finds the carrier of a call: the trunk at the far end of the billed leg.
import type { Leg } from '../asterisk/leg.ts';
import type { Direction } from './call-terms.ts';
import { deviceOfChannel } from './channel-names.ts';

const inOrder = (a: Leg, b: Leg): number => a.startAt - b.startAt || a.sequence - b.sequence;

/**
 * `legs`: all of one call. Returns `null` for internal calls and for trunks that are not carriers. If several were tried, returns the one
 * that connected the call.
 */
export const carrierOf = (
  legs: readonly Leg[],
  direction: Direction,
  isCarrier: (device: string) => boolean,
): string | null => {
  if (direction === 'internal') return null;
  const ordered = legs.toSorted(inOrder);
  const first = ordered.find((leg) => leg.uniqueid === leg.linkedid) ?? ordered[0];
  const channels =
    direction === 'inbound'
      ? first === undefined
        ? []
        : [first.channel]
      : ordered
          .filter((leg) => leg.disposition === 'ANSWERED' && leg.billableSeconds > 0)
          .map((leg) => leg.destinationChannel);
  return channels.map(deviceOfChannel).findLast(isCarrier) ?? null;
};
