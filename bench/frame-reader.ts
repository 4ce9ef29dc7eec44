// Reads text messages from a server's WebSocket stream in chunks of any size: one frame each, optionally deflated.
import { constants, inflateRawSync } from 'node:zlib';

const TEXT = 1;
const COMPRESSED = 0x40;
const TAIL = Buffer.from([0, 0, 0xff, 0xff]);

interface Head {
  readonly first: number;
  /** Number of bytes before the payload. */
  readonly offset: number;
  readonly length: number;
}

const headOf = (bytes: Buffer): Head | null => {
  if (bytes.length < 2) return null;
  const first = bytes[0] ?? 0;
  const short = (bytes[1] ?? 0) & 0x7f;
  if (short < 126) return { first, offset: 2, length: short };
  if (short === 126) return bytes.length < 4 ? null : { first, offset: 4, length: bytes.readUInt16BE(2) };
  return bytes.length < 10 ? null : { first, offset: 10, length: Number(bytes.readBigUInt64BE(2)) };
};

const inflate = (payload: Buffer): string =>
  inflateRawSync(Buffer.concat([payload, TAIL]), { finishFlush: constants.Z_SYNC_FLUSH }).toString('utf8');

const KEPT = 500;

/** Returns the text of a deflated frame. Viewers of one customer get the same bytes, so equal frames are inflated once. */
export const createSharedInflate = (): ((payload: Buffer) => string) => {
  const known = new Map<string, string>();
  return (payload) => {
    const key = `${payload.length} ${payload.toString('latin1', 0, 64)} ${payload.toString('latin1', payload.length - 64)}`;
    const found = known.get(key) ?? inflate(payload);
    if (known.size >= KEPT) known.clear();
    known.set(key, found);
    return found;
  };
};

export const createFrameReader = (
  onText: (text: string) => void,
  unpack: (payload: Buffer) => string = inflate,
): ((chunk: Buffer) => void) => {
  let parts: Buffer[] = [];
  let size = 0;
  let wanted = 2;
  return (chunk) => {
    parts.push(chunk);
    size += chunk.length;
    // A long frame arrives in many chunks. They are joined once.
    if (size < wanted) return;
    let bytes = Buffer.concat(parts, size);
    for (let head = headOf(bytes); ; head = headOf(bytes)) {
      wanted = head === null ? bytes.length + 1 : head.offset + head.length;
      if (head === null || bytes.length < wanted) break;
      const payload = bytes.subarray(head.offset, wanted);
      bytes = bytes.subarray(wanted);
      if ((head.first & 0x0f) !== TEXT) continue;
      onText((head.first & COMPRESSED) !== 0 ? unpack(payload) : payload.toString('utf8'));
    }
    parts = [bytes];
    size = bytes.length;
  };
};
