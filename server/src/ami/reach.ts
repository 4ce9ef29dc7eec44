// The one way to an address that somebody typed in: a name is resolved once, and what it led to is what is connected to, so
// that no second answer of a name server leads elsewhere.
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

/** @throws AddressRefused: of an address nothing is resolved, so nobody else would judge it. */
export const refuseAddress = (host: string, refused: readonly string[] | undefined): void => {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address.replace(/%.*$/, '')) !== 0 && !mayConnect(address, refused)) throw new AddressRefused(host);
};

type Resolve = typeof resolve;

/** For `net.connect` and `http.request`: of the addresses of a name those that may be connected to. */
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

/** What goes to addresses by HTTP is given this. */
export interface Reach {
  readonly lookup: LookupFunction;
  refuse(host: string): void;
}
export const reachOf = (refused: readonly string[]): Reach => ({
  lookup: lookupAmong(refused),
  refuse: (host) => refuseAddress(host, refused),
});

/** How to reach a PBX, with where the console's own settings keep it from. */
export const withinReach = <S extends LinkSettings>(
  settings: S,
  { refusedNetworks }: Required<Pick<LinkSettings, 'refusedNetworks'>>,
): S => ({ ...settings, refusedNetworks });
