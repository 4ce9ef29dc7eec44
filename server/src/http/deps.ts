// What the HTTP side is handed. main.ts fills it.
import type { PbxContact } from '@ringside/core/ami/decode-contact.ts';
import type { LINK_STATES } from '@ringside/core/contract/endpoints.ts';
import type { ProvisionedObject } from '@ringside/core/contract/provisioning.ts';
import type { LinkProblem } from '@ringside/core/live/link.ts';
import type { PbxVitals } from '@ringside/core/live/pbx-vitals.ts';
import type { CallRow, MemberRow } from '@ringside/core/live/state.ts';
import type { Bus } from '../bus/bus.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import type { Caller } from './context.ts';
import type { Secrets } from '../db/secrets.ts';
import type { Difference } from '../provisioning/difference.ts';
import type { Sounds } from '../recordings/sounds.ts';
import type { Provisioner, RunRequest } from '../provisioning/worker.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { SessionStore } from '../sessions/store.ts';

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
  /** Of the last ten seconds. */
  readonly eventsPerSecond: number;
  /** Internal ones too. */
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

/** What a try of a connection found. */
export interface PbxDiagnosis {
  readonly ok: boolean;
  readonly problems: readonly LinkProblem[];
  readonly asteriskVersion: string | null;
  readonly queues: readonly string[];
}

/** What the live side knows of PBXs; without it links are `unknown`. */
export interface PbxSide {
  linkOf(serverId: number): EndpointLink | null;
  /** Names of the queues that a PBX has now. */
  queuesOf(serverId: number): readonly string[];
  /** Callers who wait in a queue of a PBX now; null while it is away. */
  waitingIn(serverId: number, queue: string): number | null;
  /** Memberships of a PBX now; null while it is away. */
  membersOf(serverId: number): readonly MemberRow[] | null;
  /** Calls on a PBX now; null while it is away. */
  callsOf(serverId: number): readonly CallRow[] | null;
  testConnection(settings: PbxSettings): Promise<PbxDiagnosis>;
  /** Some seconds old at most. */
  contactsOf(serverId: number): Promise<PbxContacts>;
  /** Messages in a voicemail box, `201@acme`; null while the PBX does not tell. */
  messagesIn(serverId: number, mailbox: string): Promise<{ readonly fresh: number; readonly old: number } | null>;
}

/** Where the phones of a PBX are registered; `at` is when it was asked, epoch ms. */
export type PbxContacts =
  | { readonly kind: 'read'; readonly contacts: readonly PbxContact[]; readonly at: number }
  | { readonly kind: 'no-login' | 'denied' | 'away'; readonly at: number };

/** What configures PBXs. */
export interface ProvisioningSide extends Pick<Provisioner, 'run' | 'isRunning'> {
  /** As `run`, and nobody waits for it. */
  begin(serverId: number, request: RunRequest): void;
  /** null where nothing is set up. */
  difference(serverId: number): Promise<Difference | null>;
  /** The row takes over what the object is on the PBX. @throws Refusal */
  adopt(serverId: number, caller: Caller, object: Pick<ProvisionedObject, 'kind' | 'name'>): Promise<void>;
}

export interface Deps {
  readonly config: Config;
  readonly db: Db;
  readonly secrets: Secrets;
  readonly bus: Bus;
  readonly sessions: SessionStore;
  readonly pbx: PbxSide;
  readonly provisioning: ProvisioningSide;
  readonly sounds: Sounds;
  readonly mail: Mailer;
  /** Where people reach the console, for links: `https://console.example.com`. */
  publicUrl(): string;
  readonly now: () => number;
}
