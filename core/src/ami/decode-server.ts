// The PBX itself: boot, shutdown, reload.
import type { PbxFact } from '../live/fact.ts';
import { needle } from './block.ts';
import type { BlockReader } from './block.ts';
import { CDR_DECODERS } from './decode-cdr.ts';

const RESTART = needle('Restart');
const MODULE = needle('Module');

export const SERVER_DECODERS: Readonly<Record<string, (b: BlockReader) => PbxFact>> = {
  FullyBooted: () => ({ kind: 'fully-booted' }),
  Shutdown: (b) => ({ kind: 'shutdown', restart: b.flag(RESTART) }),
  ...CDR_DECODERS,
  Reload: (b) => ({ kind: 'reload', module: b.text(MODULE) }),
};
