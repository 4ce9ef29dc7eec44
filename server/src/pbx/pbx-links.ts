// Status of the links to PBX servers, for the API and jobs. The live engine updates it.
import type { PbxContact } from '@ringside/core/asterisk/decode-contact.ts';
import type { LINK_STATES } from '@ringside/core/contract/pbx/endpoint.ts';
import type { LinkProblem } from '@ringside/core/asterisk/link.ts';
import type { PbxVitals } from '@ringside/core/live/pbx-vitals.ts';
import type { CallRow, MemberRow } from '@ringside/core/live/state.ts';

export interface EndpointLink {
  readonly state: (typeof LINK_STATES)[number];
  /** Epoch milliseconds. */
  readonly since: number | null;
  readonly lastEventAt: number | null;
  readonly problems: readonly LinkProblem[];
  readonly asteriskVersion: string | null;
  readonly startedAt: string | null;
  readonly vitals: PbxVitals;
  readonly reconnects: number;
  /** Average of the last ten seconds. */
  readonly eventsPerSecond: number;
  /** Number of calls, including internal ones. */
  readonly callsNow: number;
}

export interface PbxSettings {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly caPem: string;
  readonly username: string;
  readonly secret: string;
}

/** Result of a connection test. */
interface PbxDiagnosis {
  readonly ok: boolean;
  readonly problems: readonly LinkProblem[];
  readonly asteriskVersion: string | null;
  readonly queues: readonly string[];
}

/** Live data of PBX servers. Without the live engine, links are `unknown`. */
export interface PbxSide {
  linkOf(serverId: number): EndpointLink | null;
  /** Returns the names of the queues on a PBX server. */
  queuesOf(serverId: number): readonly string[];
  /** Returns the number of callers waiting in a queue; `null` while the link is down. */
  waitingIn(serverId: number, queue: string): number | null;
  /** Returns the queue memberships on a PBX server; `null` while the link is down. */
  membersOf(serverId: number): readonly MemberRow[] | null;
  /** Returns the active calls on a PBX server; `null` while the link is down. */
  callsOf(serverId: number): readonly CallRow[] | null;
  /** Returns the known devices and queues of all PBX servers, in lower case. */
  namesSeen(): readonly string[];
  testConnection(settings: PbxSettings): Promise<PbxDiagnosis>;
  /** Returns registrations, at most a few seconds old. */
  contactsOf(serverId: number): Promise<PbxContacts>;
  /** Returns the message counts of a voicemail box such as `201@acme`; `null` if the PBX does not report them. */
  messagesIn(serverId: number, mailbox: string): Promise<{ readonly fresh: number; readonly old: number } | null>;
}

/** Registrations of a PBX server's phones. `at` is the time of the request, epoch ms. */
type PbxContacts =
  | { readonly kind: 'read'; readonly contacts: readonly PbxContact[]; readonly at: number }
  | { readonly kind: 'no-login' | 'denied' | 'away'; readonly at: number };
