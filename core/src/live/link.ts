// The life of the link to one PBX, and what can be wrong with it. Codes are data: the console words them in its locales
// (`link.problems.<code>`), with `line` as the exact line to put in the PBX's manager.conf or the command to run.

export const LINK_PROBLEMS = [
  /** Nothing answers at the address: params host, port. */
  'unreachable',
  /** The address answers and refuses the connection. */
  'connection-refused',
  /** The host name has no address. */
  'unknown-host',
  'timed-out',
  /** What answers is no AMI: params greeting. */
  'not-asterisk',
  'tls-expected',
  'tls-not-trusted',
  'tls-failed',
  /** Wrong user, wrong secret, or this address not permitted: Asterisk answers all three alike. */
  'login-refused',
  'not-booted',
  /** The login may not read a class of events: params class. */
  'missing-read-class',
  /** The login may not act: params class. */
  'missing-write-class',
  /** app_queue is not loaded. */
  'no-queues-module',
  /** Filters of the login keep back an event that the console needs: params event. */
  'missing-event',
  /** A login for the live view should not be able to rewrite the PBX's configuration. */
  'too-powerful',
  'closed-by-pbx',
  'no-answer-to-ping',
  'shutting-down',
  'disabled',
] as const;
export type LinkProblemCode = (typeof LINK_PROBLEMS)[number];

export interface LinkProblem {
  readonly code: LinkProblemCode;
  readonly params: Readonly<Record<string, string | number>>;
  /** What to write or run on the PBX; null when nothing there can mend it. */
  readonly line: string | null;
}

export type LinkState =
  | { readonly kind: 'connecting'; readonly attempt: number; readonly problem: LinkProblem | null }
  /** Signed in and the snapshot is in. `problems`: it works, but not everything will be seen or done. */
  | { readonly kind: 'up'; readonly version: string | null; readonly problems: readonly LinkProblem[] }
  | { readonly kind: 'away'; readonly problem: LinkProblem; readonly retryInMs: number }
  /** The PBX refused the login: tried again only slowly, or when the settings change. */
  | { readonly kind: 'refused'; readonly problem: LinkProblem; readonly retryInMs: number };
