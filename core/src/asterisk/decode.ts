// Decodes one message into one fact. Never throws. Returns `null` for messages that make no fact; `isKnownEvent` distinguishes ignored from
// unknown events.
import type { PbxFact } from './fact.ts';
import { BlockReader, eventOf } from './block.ts';
import { AGENT_DECODERS } from './decode-agent.ts';
import { CHANNEL_DECODERS } from './decode-channel.ts';
import { QUEUE_DECODERS } from './decode-queue.ts';
import { IGNORED_EVENTS } from './ignored-events.ts';
import { needle } from './block.ts';
import { CDR_DECODERS } from './decode-cdr.ts';

// Events of the PBX server itself: boot, shutdown, reload.
const RESTART = needle('Restart');
const MODULE = needle('Module');

const SERVER_DECODERS: Readonly<Record<string, (b: BlockReader) => PbxFact>> = {
  FullyBooted: () => ({ kind: 'fully-booted' }),
  Shutdown: (b) => ({ kind: 'shutdown', restart: b.flag(RESTART) }),
  ...CDR_DECODERS,
  Reload: (b) => ({ kind: 'reload', module: b.text(MODULE) }),
};

type Decoder = (b: BlockReader) => PbxFact | null;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>(
  Object.entries({ ...SERVER_DECODERS, ...QUEUE_DECODERS, ...AGENT_DECODERS, ...CHANNEL_DECODERS }),
);

/** Events that produce facts. */
export const DECODED_EVENTS: readonly string[] = [...DECODERS.keys()];

export const isKnownEvent = (name: string): boolean => DECODERS.has(name) || IGNORED_EVENTS.has(name);

/** Like `decode`, for callers that already know the event name. */
export const decodeEvent = (name: string, block: string): PbxFact | null => {
  const decoder = DECODERS.get(name);
  return decoder === undefined ? null : decoder(new BlockReader(block));
};

// Two of three events on an unfiltered link set a variable or run a dialplan step, and almost none is needed. Comparing a few characters
// rejects them before the name is extracted.
const EVENT_AT = 'Event: '.length;
const VARIABLE = '\r\nVariable: ';
const APPLICATION = '\r\nApplication: ';

const WANTED_VARIABLES = ['RTPAUDIOQOS\r', 'QUEUESTATUS\r', 'RINGSIDE_CREDIT\r'];
const WANTED_APPLICATIONS = ['Queue\r'];

/** Returns true when the last header of that name has a wanted value or is missing. */
const hasWanted = (block: string, header: string, wanted: readonly string[]): boolean => {
  const at = block.lastIndexOf(header);
  return at === -1 || wanted.some((value) => block.startsWith(value, at + header.length));
};

/** Returns true for a block that certainly produces no fact. The decoder decides about the others. */
export const isUnwanted = (block: string): boolean => {
  // Comparing three characters in place avoids a function call.
  if (block.startsWith('Var', EVENT_AT)) return !hasWanted(block, VARIABLE, WANTED_VARIABLES);
  if (block.startsWith('Newe', EVENT_AT)) return !hasWanted(block, APPLICATION, WANTED_APPLICATIONS);
  return false;
};

/** Returns `null` for messages that are not events, are not needed or are unknown. `block` is binary text of `frame.ts`. */
export const decode = (block: string): PbxFact | null =>
  isUnwanted(block) ? null : decodeEvent(eventOf(block), block);
