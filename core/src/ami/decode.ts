// One message into one fact. Never throws: what it does not know is null, and `isKnownEvent` tells whether that is news.
import type { PbxFact } from '../live/fact.ts';
import { BlockReader, eventOf } from './block.ts';
import { AGENT_DECODERS } from './decode-agent.ts';
import { CHANNEL_DECODERS } from './decode-channel.ts';
import { QUEUE_DECODERS } from './decode-queue.ts';
import { SERVER_DECODERS } from './decode-server.ts';
import { IGNORED_EVENTS } from './ignored-events.ts';
import { isUnwanted } from './unwanted.ts';

type Decoder = (b: BlockReader) => PbxFact | null;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>(
  Object.entries({ ...SERVER_DECODERS, ...QUEUE_DECODERS, ...AGENT_DECODERS, ...CHANNEL_DECODERS }),
);

/** Events that make facts. */
export const DECODED_EVENTS: readonly string[] = [...DECODERS.keys()];

export const isKnownEvent = (name: string): boolean => DECODERS.has(name) || IGNORED_EVENTS.has(name);

/** As `decode`, for a caller that has looked at the name already. */
export const decodeEvent = (name: string, block: string): PbxFact | null => {
  const decoder = DECODERS.get(name);
  return decoder === undefined ? null : decoder(new BlockReader(block));
};

/** Null: no event, one without a use here, or one that is not known. `block` is binary text of `frame.ts`. */
export const decode = (block: string): PbxFact | null =>
  isUnwanted(block) ? null : decodeEvent(eventOf(block), block);
