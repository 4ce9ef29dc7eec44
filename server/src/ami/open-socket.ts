// The socket of one link, TCP or TLS, and its bytes as binary text: no character of a name is ever cut, and a string search
// is the fastest scanner.
import { X509Certificate } from 'node:crypto';
import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { LinkFailure } from './link-failure.ts';
import { lookupAmong, refuseAddress } from './reach.ts';
import type { LinkSettings } from './settings.ts';

/** As much as the loopback gives at once. */
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

/** One buffer a link, read again and again: a stream would make one for each piece that comes. */
const openTcp = (s: LinkSettings, take: (text: string) => void): Socket => {
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  const callback = (read: number): boolean => {
    take(buffer.toString('latin1', 0, read));
    return true;
  };
  const lookup = lookupAmong(s.refusedNetworks);
  return connectTcp({ host: s.host, port: s.port, lookup, noDelay: true, onread: { buffer, callback } });
};

/** @throws LinkFailure when the certificate of the CA is none. @throws AddressRefused */
export const openSocket = (settings: LinkSettings, take: (text: string) => void): Socket => {
  refuseAddress(settings.host, settings.refusedNetworks);
  return settings.tls ? openTls(settings, take) : openTcp(settings, take);
};
