// Opens the TCP or TLS socket of a link. Reads bytes as latin1 text, so that chunk borders never cut a character and string search finds
// message ends fast.
import { X509Certificate } from 'node:crypto';
import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { LinkFailure } from './link-failure.ts';
import { lookupAmong, refuseAddress } from './reach.ts';
import type { LinkSettings } from './settings.ts';

/** Size of the largest read from a loopback connection. */
const READ_BYTES = 64 * 1024;

const openTls = (s: LinkSettings, take: (text: string) => void): Socket => {
  try {
    if (s.caPem !== '') new X509Certificate(s.caPem);
    const ca = s.caPem === '' ? undefined : s.caPem;
    const lookup = lookupAmong(s.refusedNetworks);
    const { host, port } = s;
    return connectTls({ host, port, lookup, ca, minVersion: 'TLSv1.2' }).setEncoding('latin1').on('data', take);
  } catch {
    throw new LinkFailure({ code: 'tls-bad-ca', line: null }, true);
  }
};

/** Reuses one read buffer per link. A stream would allocate one for each chunk. */
const openTcp = (s: LinkSettings, take: (text: string) => void): Socket => {
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  const callback = (read: number): boolean => {
    take(buffer.toString('latin1', 0, read));
    return true;
  };
  const lookup = lookupAmong(s.refusedNetworks);
  return connectTcp({ host: s.host, port: s.port, lookup, noDelay: true, onread: { buffer, callback } });
};

/** @throws LinkFailure when the CA certificate is invalid. @throws AddressRefused */
export const openSocket = (settings: LinkSettings, take: (text: string) => void): Socket => {
  refuseAddress(settings.host, settings.refusedNetworks);
  return settings.tls ? openTls(settings, take) : openTcp(settings, take);
};
