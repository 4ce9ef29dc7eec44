// Made from the schema by testing/make-table-types.ts: change the schema instead.
import type { Generated, GeneratedAlways } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import type { Json, MadeTimestamp, RequiredJson, Stamped } from './columns.ts';

/** A subscriber: an extension with its SIP account, voicemail box and forwarding. */
interface SubscribersTable extends Stamped {
  id: string;
  customerId: string;
  serverId: number;
  extension: string;
  name: string;
  status: Generated<'active' | 'locked'>;
  /** The user of the line. Deleting the user keeps the line. */
  userId: string | null;
  /** Encrypted with the secret key (`platform/db/secrets`). */
  secret: string;
  secretChangedAt: MadeTimestamp;
  /** Networks that the phone may register from. []: any. */
  addresses: Json<ColumnTypes['subscribers.addresses']>;
  /** Maximum number of registered phones. */
  maxContacts: Generated<number>;
  /** `auto`: the PBX answers over the transport that the phone used. */
  transport: Generated<'auto' | 'udp' | 'tcp' | 'tls' | 'wss'>;
  /** `auto`: SDES over TLS, DTLS for browser phones, otherwise none. */
  mediaEncryption: Generated<'auto' | 'off' | 'sdes' | 'dtls'>;
  webrtc: Generated<boolean>;
  codecs: RequiredJson<ColumnTypes['subscribers.codecs']>;
  /** Maximum number of concurrent calls. */
  callLimit: Generated<number>;
  ringSeconds: Generated<number>;
  /** Empty: the default of the customer. */
  callerIdNumber: Generated<string>;
  callerIdName: Generated<string>;
  hideNumber: Generated<boolean>;
  dnd: Generated<boolean>;
  /** Calls that the line may not make or take. */
  barring: Generated<'none' | 'foreign' | 'outgoing' | 'inbound' | 'all'>;
  /** Digits. Empty: all lines of the customer. */
  pickupGroup: Generated<string>;
  forwardAlways: Generated<string>;
  forwardBusy: Generated<string>;
  forwardNoAnswer: Generated<string>;
  forwardUnregistered: Generated<string>;
  /** Caller ID of forwarded calls: that of the line or of the caller. */
  forwardShows: Generated<'line' | 'caller'>;
  /** Where the line is, for the emergency services. */
  emergencyLocation: Generated<string>;
  /** E.164 with plus. Empty: that of the customer. */
  emergencyCallerId: Generated<string>;
  /** `inherit`: the default of the customer. */
  recording: Generated<'inherit' | 'none' | 'inbound' | 'outbound' | 'local' | 'all' | 'on-demand'>;
  voicemail: Generated<boolean>;
  voicemailEmail: Generated<string>;
  /** Encrypted with the secret key (`platform/db/secrets`). Empty: none. */
  voicemailPin: Generated<string>;
  voicemailAttach: Generated<boolean>;
  /** What callers hear: a sound of the PBX, `uploaded/<prompt id>`, or empty for the standard words. */
  voicemailGreeting: Generated<string>;
  voicemailBusyGreeting: Generated<string>;
  voicemailNameGreeting: Generated<string>;
  /** Text that lists search in, lower case: the name that the phone signs in with, name and caller ID. */
  search: Generated<string>;
  voicemailGreetingUploaded: GeneratedAlways<string | null>;
  voicemailBusyGreetingUploaded: GeneratedAlways<string | null>;
  voicemailNameGreetingUploaded: GeneratedAlways<string | null>;
}

export interface SubscribersTables {
  subscribers: SubscribersTable;
}
