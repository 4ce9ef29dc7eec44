// Decodes a phone's registration from an item of `PJSIPShowContacts`.
import { needle } from './block.ts';
import type { BlockReader } from './block.ts';

export interface PbxContact {
  /** Endpoint name on the PBX server, without `PJSIP/`. */
  readonly endpoint: string;
  /** Address as seen by the PBX server, such as `203.0.113.7:5060`. */
  readonly address: string;
  readonly userAgent: string;
  /** False when the phone does not answer. `null` when it is not checked (no qualify). */
  readonly reachable: boolean | null;
  /** Microseconds. `null` when not measured. */
  readonly roundTripMicros: number | null;
  /** Epoch seconds. `null` when the contact does not expire. */
  readonly expiresAt: number | null;
}

const VIA_ADDRESS = needle('ViaAddr');
const ENDPOINT = needle('Endpoint');
const VIA_PORT = needle('ViaPort');
const URI = needle('Uri');
const USER_AGENT = needle('UserAgent');
const EXPIRES = needle('ExpirationTime');
const STATUS = needle('Status');
const ROUND_TRIP = needle('RoundtripUsec');

/** `sip:acme-101@10.0.0.7:5062;transport=tcp` → `10.0.0.7:5062` */
const hostOf = (uri: string): string => /^sips?:(?:[^@]*@)?([^;>?]+)/i.exec(uri)?.[1] ?? '';

const REACHABLE: Readonly<Record<string, boolean>> = { Reachable: true, Unreachable: false, Removed: false };

export const readContact = (b: BlockReader): PbxContact => {
  const via = b.text(VIA_ADDRESS);
  const endpoint = b.text(ENDPOINT);
  const port = b.text(VIA_PORT);
  const uri = b.text(URI);
  const userAgent = b.text(USER_AGENT);
  const expires = b.number(EXPIRES);
  const reachable = REACHABLE[b.text(STATUS)] ?? null;
  const micros = b.number(ROUND_TRIP);
  return {
    endpoint,
    // Behind NAT the contact contains a private address. With rewrite_contact it contains the public address.
    address: hostOf(uri) || (via === '' ? '' : `${via}:${port}`),
    userAgent,
    reachable,
    roundTripMicros: reachable === true && micros > 0 ? micros : null,
    expiresAt: expires > 0 ? expires : null,
  };
};
