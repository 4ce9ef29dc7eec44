// Connects to addresses that users configured. A name is resolved once and that address is checked and used, which prevents DNS
// rebinding.
import { lookup as resolve } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { mayConnect } from '@ringside/core/access/connectable.ts';
import type { LinkSettings } from './settings.ts';

export class AddressRefused extends Error {
  readonly code = 'EADDRREFUSED';
  constructor(host: string) {
    super(`${host} is no address that the console may be sent to`);
  }
}

/** Checks a literal IP address, which is never resolved. @throws AddressRefused */
export const refuseAddress = (host: string, refused: readonly string[] | undefined): void => {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address.replace(/%.*$/, '')) !== 0 && !mayConnect(address, refused)) throw new AddressRefused(host);
};

type Resolve = typeof resolve;

/** Returns a lookup for `net.connect` and `http.request` that leaves out refused addresses. */
export const lookupAmong =
  (refused: readonly string[] | undefined, ask: Resolve = resolve): LookupFunction =>
  (host, options, done) => {
    ask(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, '');
      const good = found.filter(({ address }) => mayConnect(address, refused));
      const [first] = good;
      if (first === undefined) return done(new AddressRefused(host), '');
      if (options.all === true) done(null, good);
      else done(null, first.address, first.family);
    });
  };

/** Passed to code that sends HTTP requests to configured addresses. */
export interface Reach {
  readonly lookup: LookupFunction;
  refuse(host: string): void;
}
export const reachOf = (refused: readonly string[]): Reach => ({
  lookup: lookupAmong(refused),
  refuse: (host) => refuseAddress(host, refused),
});

/** Adds the networks that the console's settings refuse to the link settings. */
export const withinReach = <S extends LinkSettings>(
  settings: S,
  { refusedNetworks }: Required<Pick<LinkSettings, 'refusedNetworks'>>,
): S => ({ ...settings, refusedNetworks });
