// Which carrier took a call: the trunk at the far end of the leg that is paid for.
import type { Leg } from '../live/leg.ts';
import { deviceOfChannel } from './call-record.ts';
import type { Direction } from './call-record.ts';

const inOrder = (a: Leg, b: Leg): number => a.startAt - b.startAt || a.sequence - b.sequence;

/**
 * `legs`: all of one call. Null for a call that stayed in the house, and for one through a trunk that is none of the
 * carriers. Of a call that tried several, the one that connected it.
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
