// Builds WebSocket text frames of a server (RFC 6455, 5.2) once for all sockets with the same view. With permessage-deflate (RFC 7692),
// each frame is compressed once and by itself (server_no_context_takeover).
import { constants, deflateRawSync } from 'node:zlib';

const FIN_TEXT = 0x81;
const COMPRESSED = 0x40;
/** Smaller payloads do not shrink. */
const WORTH_COMPRESSING = 512;
/** Z_SYNC_FLUSH ends with 00 00 ff ff, which the receiver appends itself. */
const FLUSH_TAIL = 4;
const LEVEL = 3;

const header = (length: number, first: number): Buffer => {
  if (length < 126) return Buffer.from([first, length]);
  if (length < 65_536) {
    const short = Buffer.allocUnsafe(4);
    short[0] = first;
    short[1] = 126;
    short.writeUInt16BE(length, 2);
    return short;
  }
  const long = Buffer.allocUnsafe(10);
  long[0] = first;
  long[1] = 127;
  long.writeBigUInt64BE(BigInt(length), 2);
  return long;
};

export const textFrame = (text: string, compress: boolean): Buffer => {
  const payload = Buffer.from(text, 'utf8');
  if (!compress || payload.length < WORTH_COMPRESSING)
    return Buffer.concat([header(payload.length, FIN_TEXT), payload]);
  const packed = deflateRawSync(payload, { finishFlush: constants.Z_SYNC_FLUSH, level: LEVEL });
  const body = packed.subarray(0, packed.length - FLUSH_TAIL);
  return Buffer.concat([header(body.length, FIN_TEXT | COMPRESSED), body]);
};

/** Frame options of a socket. */
export interface FrameStyle {
  /** A frame holds an array of messages instead of a single message. */
  readonly batch: boolean;
  readonly compress: boolean;
}

/** A browser parses each frame in one step, so a long snapshot is split. */
const MESSAGES_A_FRAME = 400;

/** Joins small frames into one buffer, which costs one write. */
const grouped = (frames: readonly Buffer[]): readonly Buffer[] => {
  const groups: Buffer[] = [];
  for (let i = 0; i < frames.length; i += MESSAGES_A_FRAME)
    groups.push(Buffer.concat(frames.slice(i, i + MESSAGES_A_FRAME)));
  return groups;
};

/** Returns the frames for messages given as JSON texts. */
export const framesOf = (messages: readonly string[], style: FrameStyle): readonly Buffer[] => {
  if (!style.batch) return grouped(messages.map((m) => textFrame(m, false)));
  const frames: Buffer[] = [];
  for (let i = 0; i < messages.length; i += MESSAGES_A_FRAME)
    frames.push(textFrame(`[${messages.slice(i, i + MESSAGES_A_FRAME).join(',')}]`, style.compress));
  return frames;
};
