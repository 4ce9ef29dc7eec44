// Determines the domain name and origin to which browsers bind passkeys.
import type { Config } from '../config/config.ts';

export interface PasskeySite {
  readonly rpId: string;
  readonly origin: string;
}

const header = (value: string | string[] | undefined): string => (Array.isArray(value) ? '' : (value ?? ''));

/** A passkey belongs to a domain name. An address such as 127.0.0.1 has none. */
const isOwnComputer = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

/**
 * Returns the site of the configured address or, without one, of the request on this computer (`http://localhost:8080`). Returns `null` if
 * browsers would not accept the address or it differs from the request's own.
 */
export const passkeySite = (
  config: Pick<Config, 'publicUrl'>,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): PasskeySite | null => {
  const host = header(headers['host']);
  const from = config.publicUrl ?? (header(headers['origin']) || `http://${host}`);
  if (!URL.canParse(from)) return null;
  const url = new URL(from);
  const here = isOwnComputer(url.hostname);
  if (config.publicUrl === null) return here && url.host === host ? { rpId: url.hostname, origin: url.origin } : null;
  return here || (url.protocol === 'https:' && /[a-z]/.test(url.hostname) && !url.hostname.startsWith('['))
    ? { rpId: url.hostname, origin: url.origin }
    : null;
};
