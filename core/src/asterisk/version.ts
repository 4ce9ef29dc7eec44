// Asterisk 16 to 22: what differs between them, and where.
//
// - `QueueParams`, `QueueMember`, `QueueEntry`: the same fields in all of them (16 to 23).
// - Command output: `Output:` headers since 14 (`frame.ts` and `reply.ts` still read `Response: Follows`).
// - `Queues`: gone since 15; the console answers it from its own state.
// - `Tenantid` in channel events: since 22.0, 21.5, 20.10, 18.25 (`channel.ts`: absent is '').
// - `MES` in RTPAUDIOQOS: since 18 (not used).
// - Advanced event filters `eventfilter(name(X)) =`: since 22.1, 21.6, 20.11, 18.26 (below).
// - `TestEvent`: only in builds with TEST_FRAMEWORK, such as Debian's 22 (`ignored-events.ts`).

export const OLDEST_SUPPORTED = 16;

/** Returns major and minor of `22.10.1+dfsg…`, `Asterisk 20.9.3` or `certified/18.9-cert5`, or `null` (git builds have none). */
const versionNumbers = (version: string): { readonly major: number; readonly minor: number } | null => {
  const found = /(\d+)\.(\d+)/.exec(version);
  return found === null ? null : { major: Number(found[1]), minor: Number(found[2]) };
};

export const isTooOld = (version: string): boolean =>
  (versionNumbers(version)?.major ?? OLDEST_SUPPORTED) < OLDEST_SUPPORTED;
