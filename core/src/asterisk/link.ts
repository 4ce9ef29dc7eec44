// Defines the state and the problems of the link to a PBX server, as data. The web app words each code with `params`. `line` is the
// configuration line that fixes the problem on the PBX server.

interface ProblemKind {
  /** `link`: nothing works. `part`: the link is up, but some data is missing. */
  readonly weight: 'link' | 'part';
  /** Parameter names that the message may use. */
  readonly params: readonly string[];
}

export const LINK_PROBLEMS = {
  /** The host name does not resolve. */
  'host-not-found': { weight: 'link', params: ['host'] },
  /** A link-local address, a cloud metadata address, or a network that the settings refuse. */
  'address-refused': { weight: 'link', params: ['host'] },
  /** No service listens there: Asterisk is down, AMI is off, or port or address is wrong. Line: `enabled = yes`. */
  'connection-refused': { weight: 'link', params: ['host', 'port'] },
  /** No answer at all: a firewall, a wrong address, or a machine that is off. */
  'connection-timed-out': { weight: 'link', params: ['host', 'port'] },
  /** Any other network failure. `reason`: the system's code, such as EHOSTUNREACH. */
  'network-error': { weight: 'link', params: ['host', 'port', 'reason'] },
  /** Connected, but the peer is not AMI. `greeting`: its first characters, cleaned. */
  'not-asterisk': { weight: 'link', params: ['host', 'port', 'greeting'] },
  /** Connected, but no greeting arrived. Often plain text on a TLS port. */
  'no-greeting': { weight: 'link', params: ['host', 'port'] },
  /** Closed before a greeting: too many sessions (`authlimit`), or plain text on a TLS port. */
  'closed-at-once': { weight: 'link', params: ['host', 'port'] },
  /** TLS is enabled here, but the port speaks plain AMI. Line: `tlsenable = yes`. */
  'tls-not-spoken': { weight: 'link', params: ['host', 'port'] },
  /** The port speaks TLS, but TLS is off here. */
  'tls-needed': { weight: 'link', params: ['host', 'port'] },
  /** Certificate not signed by a trusted CA. `reason`: OpenSSL's code, such as DEPTH_ZERO_SELF_SIGNED_CERT. */
  'tls-untrusted': { weight: 'link', params: ['host', 'reason'] },
  'tls-wrong-name': { weight: 'link', params: ['host', 'names'] },
  'tls-expired': { weight: 'link', params: ['host'] },
  /** The configured CA is not a readable certificate. */
  'tls-bad-ca': { weight: 'link', params: [] },
  'tls-error': { weight: 'link', params: ['host', 'reason'] },
  /**
   * Wrong user or secret, or the console's address is not in `permit`. Asterisk answers the same in all three cases. Line: `secret = …`.
   */
  'login-refused': { weight: 'link', params: ['username', 'address'] },
  /** The user has `allowmultiplelogin = no` and another session is logged in. */
  'already-logged-in': { weight: 'link', params: ['username'] },
  'login-timed-out': { weight: 'link', params: ['username'] },
  /** A user name or secret that cannot be sent (control characters, too long). */
  'settings-unusable': { weight: 'link', params: ['field'] },
  /** Pings went unanswered: half-open connection or a hung PBX server. */
  'no-answer': { weight: 'link', params: ['seconds'] },
  /** The PBX server closed the link, as Asterisk does when the console reads too slowly. Line: `writetimeout = 5000`. */
  'connection-lost': { weight: 'link', params: [] },
  'pbx-stopped': { weight: 'link', params: [] },
  'pbx-restarting': { weight: 'link', params: [] },
  /** Logged in, but Asterisk is still loading its modules. */
  'pbx-booting': { weight: 'link', params: [] },
  /** Invalid AMI bytes during a session, or a message above every limit. */
  'protocol-error': { weight: 'link', params: [] },
  /** The first read of the state was not answered in full. */
  'snapshot-failed': { weight: 'link', params: ['action', 'message'] },
  /** Older than 16: may work but is not supported. */
  'version-unsupported': { weight: 'part', params: ['version', 'oldest'] },
  /** Line: `load = app_queue.so` in modules.conf. */
  'queues-not-loaded': { weight: 'part', params: [] },
  /** The PBX clock differs from the console's by more than two seconds, so times it reports are off by as much. */
  'clock-ahead': { weight: 'part', params: ['seconds'] },
  'clock-behind': { weight: 'part', params: ['seconds'] },
  /** The user's `read` lacks a class. Line: the complete `read = …`. */
  'read-class-missing': { weight: 'part', params: ['class', 'username'] },
  /** The user's `write` lacks a class. Line: the complete `write = …`. */
  'write-class-missing': { weight: 'part', params: ['class', 'username'] },
  /** An `eventfilter` of the user blocks an event that the console needs. Line: the filter that allows it. */
  'event-filtered': { weight: 'part', params: ['event', 'username'] },
} as const satisfies Record<string, ProblemKind>;

type LinkProblemCode = keyof typeof LINK_PROBLEMS;

export interface LinkProblem {
  readonly code: LinkProblemCode;
  readonly params?: Readonly<Record<string, string | number>>;
  /** The line to write in `manager.conf` (or `file: line` for another file), or `null`. */
  readonly line: string | null;
}

/** `refused`: login or TLS trust failed, retried at long intervals. `away`: unreachable, retried soon. */
export type LinkState =
  /** `problem`: the reason why the last attempt ended, `null` for the first. */
  | { readonly kind: 'connecting'; readonly attempt: number; readonly problem: LinkProblem | null }
  /** Signed in and the snapshot is loaded. `problems`: the link works, but some data or actions are missing. */
  | {
      readonly kind: 'up';
      readonly version: string | null;
      readonly problems: readonly LinkProblem[];
      /** The connection is open but carries no data, not even the answer to a Ping. */
      readonly stalled?: boolean;
    }
  | { readonly kind: 'away'; readonly problem: LinkProblem; readonly retryInMs: number }
  | { readonly kind: 'refused'; readonly problem: LinkProblem; readonly retryInMs: number };

/** Returns the problems in any state. */
export const problemsOf = (link: LinkState): readonly LinkProblem[] => {
  switch (link.kind) {
    case 'up':
      return link.problems;
    case 'connecting':
      return link.problem === null ? [] : [link.problem];
    case 'away':
    case 'refused':
      return [link.problem];
  }
};
