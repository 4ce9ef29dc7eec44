// Checks the origins of the console's page: the address of the request, the public URL, and RINGSIDE_ORIGINS. Browsers send `Origin` with
// every socket and POST. Programs send none.
import type { Config } from '../config/config.ts';

interface RefusedOrigin {
  readonly origin: string;
  /** Address of the request as the console received it. */
  readonly host: string;
}

export type OriginCheck = (headers: Readonly<Record<string, string | string[] | undefined>>) => boolean;

/** A refused pair of origin and host is reported at most once per hour. */
const REPORT_MS = 3_600_000;
const MOST_REPORTED = 100;

export const createOriginCheck = (
  { publicUrl, origins }: Pick<Config, 'publicUrl' | 'origins'>,
  now: () => number,
  onRefused: (refused: RefusedOrigin) => void,
): OriginCheck => {
  const known = new Set([...origins, ...(publicUrl === null ? [] : [new URL(publicUrl).origin])]);
  const reported = new Map<string, number>();
  const report = (refused: RefusedOrigin): void => {
    const key = `${refused.origin} ${refused.host}`;
    if (now() - (reported.get(key) ?? Number.NEGATIVE_INFINITY) < REPORT_MS) return;
    if (reported.size >= MOST_REPORTED) reported.clear();
    reported.set(key, now());
    onRefused(refused);
  };
  return (headers) => {
    const [origin, host] = [headers['origin'], String(headers['host'] ?? '')];
    if (typeof origin !== 'string') return true;
    if (known.has(origin) || (URL.canParse(origin) && new URL(origin).host === host)) return true;
    report({ origin: origin.slice(0, 300), host: host.slice(0, 300) });
    return false;
  };
};
