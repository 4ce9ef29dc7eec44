// Which of a PBX's transports a line is bound to. An endpoint that names one the PBX does not have can neither be called nor
// call, so nothing is written but what is known to be there.
import type { PbxTransport, TransportKind } from '../base/line-transports.ts';
import { line } from './config-file.ts';
import type { ConfigLine } from './config-file.ts';

const NAME = /^[A-Za-z0-9_.-]{1,80}$/;

/**
 * None where the PBX has several of the kind (one for each network, or one for IPv6): which of them a phone is reached by is told
 * by its address, and the PBX finds it better than a name would.
 */
export const transportLine = (
  kind: TransportKind | undefined,
  there: readonly PbxTransport[],
): readonly ConfigLine[] => {
  const [only, ...more] = there.filter((each) => each.kind === kind);
  return only === undefined || more.length > 0 || !NAME.test(only.name) ? [] : [line('transport', only.name)];
};
