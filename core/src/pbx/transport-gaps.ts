import type { TransportKind } from './options/line-transports.ts';
import { objectKey } from './pbx-objects.ts';
import { endpointName } from './phone-sections.ts';
import type { WantedPbx } from './wanted.ts';

/** Returns lines with a transport kind that the PBX server lacks, by `objectKey`. They are rendered without a transport. */
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
