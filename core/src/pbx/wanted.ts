// Defines the desired state of a PBX server by tenant, in the console's terms.

import type { Barring } from '../routing/call-flow.ts';
import type { Codec } from './options/codecs.ts';
import type { MediaEncryption, PbxTransport, TransportKind } from './options/line-transports.ts';
import type { MemberKind, QueueOptions, SpokenLanguage } from '../queues/queue-options.ts';
import type { WantedDestination, WantedFlow, WantedRoute, WantedTrunk } from './wanted-flow.ts';

export const STRATEGIES = [
  'ringall',
  'leastrecent',
  'fewestcalls',
  'random',
  'rrmemory',
  'linear',
  'wrandom',
  'rrordered',
] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** Forwarding target: an extension of the same tenant, or an outside number as `+` and digits. */
export interface WantedForwarding {
  readonly always: string | null;
  readonly busy: string | null;
  readonly noAnswer: string | null;
  readonly unregistered: string | null;
  /** Whether forwarded calls from outside show the original caller's number. Absent: the line's number. */
  readonly showsCaller?: boolean;
}

export interface WantedVoicemail {
  /** 4 to 12 digits. */
  readonly pin: string;
  /** Receives each message by e-mail. Empty: none. */
  readonly email: string;
  /** Attaches the message to the e-mail. */
  readonly attach: boolean;
  /** Greeting before the tone: a sound of the PBX server or a URL. Empty: the standard text. */
  readonly greeting?: string;
  /** Greeting while the line is busy. Empty: `greeting`. */
  readonly busyGreeting?: string;
  /** Recorded name for the standard text when there is no greeting. */
  readonly nameGreeting?: string;
}

export interface WantedSubscriber {
  /** Row ID in the console of the object on the PBX server. */
  readonly id: string;
  /** 2 to 10 digits. Unique in the tenant, including queues. */
  readonly extension: string;
  readonly displayName: string;
  /** 20 to 80 letters and digits. */
  readonly secret: string;
  /** In order of preference, at least one. */
  readonly codecs: readonly Codec[];
  readonly webrtc: boolean;
  /** Absent: the PBX server's default. */
  readonly transport?: TransportKind | undefined;
  /** Absent: `auto`. */
  readonly mediaEncryption?: MediaEncryption | undefined;
  /** Maximum number of concurrent calls before the line is busy, 1 to 20. */
  readonly callLimit: number;
  readonly dnd: boolean;
  readonly ringSeconds: number;
  readonly forwarding: WantedForwarding;
  /** Networks that may use the line, such as `10.0.0.0/8`. Empty: any. */
  readonly addresses: readonly string[];
  /** Absent: no voicemail box. */
  readonly voicemail?: WantedVoicemail | undefined;
  /** Absent: none. */
  readonly barring?: Barring | undefined;
  /** Maximum number of registered phones, 1 to 10. Absent: 1. */
  readonly maxContacts?: number;
  /** Up to 6 digits. Absent or empty: the group of all lines of the tenant. */
  readonly pickupGroup?: string;
  /** Withholds the number in outbound calls. */
  readonly hideNumber?: boolean;
  /** Calls that are recorded automatically. Absent: none. */
  readonly recording?: 'inbound' | 'outbound' | 'local' | 'all' | undefined;
}

export interface WantedMember {
  /** Extension of a subscriber of the same tenant. */
  readonly extension: string;
  readonly penalty: number;
  /** Absent: static. */
  readonly kind?: MemberKind;
}

export interface WantedQueue {
  readonly id: string;
  readonly name: string;
  /** Extension inside the tenant, or `null`. */
  readonly extension: string | null;
  readonly strategy: Strategy;
  readonly ringSeconds: number;
  readonly retrySeconds: number;
  readonly wrapupSeconds: number;
  /** 0: no limit. */
  readonly maxCallers: number;
  readonly weight: number;
  readonly serviceLevelSeconds: number;
  readonly ringInUse: boolean;
  readonly maxWaitSeconds: number;
  /** In order. */
  readonly members: readonly WantedMember[];
  /** Absent: `QUEUE_DEFAULTS`. */
  readonly options?: QueueOptions;
  /** Destinations after the maximum wait, when the queue is full or has no agent, and for the exit key. Absent: the call ends. */
  readonly timeoutTo?: WantedDestination | undefined;
  readonly fullTo?: WantedDestination | undefined;
  readonly exitTo?: WantedDestination | undefined;
  /** Outside `hours` (`null`: always) callers go to `to`, or the call ends. Absent: always open. */
  readonly closed?: { readonly hours: string | null; readonly to: WantedDestination | undefined } | undefined;
  /** Absent: the PBX server's language. */
  readonly language?: SpokenLanguage;
  /** The call center's pause reasons in order: `*521` is the first. */
  readonly pauseReasons?: readonly string[];
}

/** A sound of the console that waiting callers hear. */
export interface WantedMusic {
  readonly id: string;
  /** URL from which Asterisk downloads it: `https://console.example.com/api/sounds/….wav`. */
  readonly address: string;
}

export interface WantedTenant {
  /** The customer's code: prefix of its objects and name of its context. */
  readonly code: string;
  readonly subscribers: readonly WantedSubscriber[];
  readonly queues: readonly WantedQueue[];
  /** Music played by its queues. */
  readonly music?: readonly WantedMusic[];
  /** Absent: no inbound and no outbound calls. */
  readonly flow?: WantedFlow;
}

export interface WantedPbx {
  readonly tenants: readonly WantedTenant[];
  /** Transports reported by the PBX server. Absent: not reported yet. */
  readonly transports?: readonly PbxTransport[];
  readonly trunks?: readonly WantedTrunk[];
  readonly routes?: readonly WantedRoute[];
}
