// Creates UUIDs version 7 (RFC 9562). They sort by creation time, so indexes grow at one end.
import { randomBytes } from 'node:crypto';

/** Size of the random pool in bytes. Requesting many bytes costs little more than requesting few. */
const POOL = 4096;
let pool = randomBytes(0);
let taken = 0;

export const newId = (): string => {
  if (taken === pool.length) [pool, taken] = [randomBytes(POOL), 0];
  const bytes = pool.subarray(taken, taken + 16);
  taken += 16;
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
