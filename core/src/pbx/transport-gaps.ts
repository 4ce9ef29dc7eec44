import type { TransportKind } from '../base/line-transports.ts';
import { objectKey } from './pbx-objects.ts';
import { endpointName } from './phone-sections.ts';
import type { WantedPbx } from './wanted.ts';

/** Lines that are to be bound to a kind of transport that the PBX lacks, by `objectKey`. They are written without one. */
export const transportGaps = ({ tenants, transports = [] }: WantedPbx): ReadonlyMap<string, TransportKind> => {
  const there = new Set(transports.map(({ kind }) => kind));
  return new Map(
    tenants.flatMap(({ code, subscribers }) =>
      subscribers.flatMap(({ extension, transport }) =>
        transport === undefined || there.has(transport)
          ? []
          : [[objectKey('pjsip', endpointName(code, extension)), transport] as const],
      ),
    ),
  );
};
