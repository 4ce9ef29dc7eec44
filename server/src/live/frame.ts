// Frames of a server's text messages (RFC 6455, 5.2), built once and written to every socket that sees the same; with
// permessage-deflate (RFC 7692) compressed once, each frame by itself (server_no_context_takeover).
import { constants, deflateRawSync } from 'node:zlib';

const FIN_TEXT = 0x81;
const COMPRESSED = 0x40;
/** Smaller ones do not become smaller. */
const WORTH_COMPRESSING = 512;
/** Z_SYNC_FLUSH ends in 00 00 ff ff, which the receiver adds again. */
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
