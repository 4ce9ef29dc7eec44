// A subscriber: a line of a customer on one PBX server, an extension with a SIP account. Its values follow the rules of `pbx/wanted.ts`, so
// all stored values can be written to the PBX server.
import { z } from 'zod';
import { BARRINGS, FORWARD_SHOWS } from '../../routing/call-flow.ts';
import { CODECS } from '../../pbx/options/codecs.ts';
import { LINE_TRANSPORTS, MEDIA_ENCRYPTIONS } from '../../pbx/options/line-transports.ts';
import { NetworkText } from '../access/api-key.ts';
import { importOf } from '../import.ts';
import { noun } from '../noun.ts';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { pattern, text } from '../text.ts';

/** `locked`: kept but not usable. */
export const SUBSCRIBER_STATUS = ['active', 'locked'] as const;
/** `inherit`: the customer's setting. */
export const RECORDING_POLICIES = ['inherit', 'none', 'inbound', 'outbound', 'local', 'all', 'on-demand'] as const;
/** Maximum number of extensions per bulk creation. */
export const MOST_IN_RANGE = 500;

const ServerId = z.number().int().min(1).max(2147483647);
const Extension = pattern('extension', 10).min(1);
/** Another extension of the customer, or an outside number (stored as `+442079460100`). Empty: no forwarding. */
const Forward = pattern('forward-target', 32);
const Codecs = z
  .array(z.enum(CODECS))
  .min(1)
  .max(CODECS.length)
  .refine((codecs) => new Set(codecs).size === codecs.length, { params: { rule: 'same-codec' } });

/** Fields shared by a range. */
const shared = {
  status: z.enum(SUBSCRIBER_STATUS),
  /** In order of preference. */
  codecs: Codecs,
  /** The line is a browser phone: encrypted media over a web socket. */
  webrtc: z.boolean(),
  /** Must exist on the PBX server, otherwise 422 `no-transport`. Browser phones need web sockets, otherwise 422 `web-socket-only`. */
  transport: z.enum(LINE_TRANSPORTS),
  /** `dtls` needs a web socket, otherwise 422 `dtls-web-socket-only`. Browser phones need DTLS, otherwise 422 `browser-dtls-only`. */
  mediaEncryption: z.enum(MEDIA_ENCRYPTIONS),
  /** Maximum number of concurrent calls before the line is busy. */
  callLimit: z.number().int().min(1).max(20),
  ringSeconds: z.number().int().min(5).max(120),
  recording: z.enum(RECORDING_POLICIES),
  barring: z.enum(BARRINGS),
  /** Maximum number of registered phones. All of them ring. */
  maxContacts: z.number().int().min(1).max(10),
  /** Digits. Lines of one group pick up each other's calls. Empty: the group of all lines of the customer. */
  pickupGroup: pattern('digits-or-none', 6),
  /** Withholds the number in outbound calls, except to emergency services. */
  hideNumber: z.boolean(),
  /** Addresses and networks that may use the line. Empty: any. */
  addresses: z.array(NetworkText).max(20),
};

const editable = {
  name: pattern('caller-name', 27).min(1),
  ...shared,
  /** Caller ID of outbound calls; empty: the customer's. */
  callerIdNumber: pattern('caller-number', 21),
  callerIdName: pattern('caller-name', 27),
  /** Caller ID of emergency calls: a number of the customer. Empty: the customer's `emergencyCallerId`. */
  emergencyCallerId: pattern('phone', 32),
  forwardAlways: Forward,
  forwardBusy: Forward,
  forwardNoAnswer: Forward,
  forwardUnregistered: Forward,
  /** Caller ID of forwarded outside calls, if the trunk shows line numbers. */
  forwardShows: z.enum(FORWARD_SHOWS),
  /** Do not disturb. */
  dnd: z.boolean(),
  voicemail: z.boolean(),
  voicemailEmail: pattern('mail-or-none', 190),
  /** The e-mail contains the message as attachment. */
  voicemailAttach: z.boolean(),
  /** Greeting: a sound file of the PBX server, or an uploaded sound `uploaded/<id>`. Empty: the standard text. */
  voicemailGreeting: pattern('sound', 100),
  /** Greeting while the line is busy. Empty: `voicemailGreeting`. */
  voicemailBusyGreeting: pattern('sound', 100),
  /** Recorded name for the standard text, when there is no greeting. */
  voicemailNameGreeting: pattern('sound', 100),
  /** Location for emergency calls. Information for staff, not sent to the carrier. */
  emergencyLocation: text(0, 255),
  /** User of the line, from the same customer. */
  userId: Id.nullable(),
};

export const Subscriber = z.object({
  id: Id,
  customerId: Id,
  customerName: z.string(),
  serverId: z.number().int(),
  serverName: z.string(),
  /** Registration host of phones. Empty when unknown. */
  sipHost: z.string(),
  /** Unique for the customer on the server. Immutable. */
  extension: z.string(),
  /** `<code of the customer>-<extension>`. The device on the PBX server is `PJSIP/<sipUsername>`. */
  sipUsername: z.string(),
  ...editable,
  addresses: z.array(z.string()),
  userName: z.string().nullable(),
  /** Queues and groups that ring it, by name. They lose it when it is deleted. Empty: none. */
  ringsIn: z.string(),
  secretChangedAt: Instant,
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Subscriber = z.infer<typeof Subscriber>;

/** `secret` is the SIP password. The API returns it at creation, and later only after the user enters their own password. */
export const NewSubscriber = Subscriber.extend({
  secret: z.string(),
  /** PIN of its voicemail box. Returned only once. */
  voicemailPin: z.string(),
});
export type NewSubscriber = z.infer<typeof NewSubscriber>;

const place = {
  /** Absent: the caller's own customer. Required for platform staff. */
  customerId: Id.optional(),
  /** Absent: the only server with lines or queues of the customer. */
  serverId: ServerId.optional(),
};

const sharedDefaults = {
  status: shared.status.default('active'),
  codecs: shared.codecs.default(['ulaw', 'alaw']),
  webrtc: shared.webrtc.default(false),
  transport: shared.transport.default('auto'),
  mediaEncryption: shared.mediaEncryption.default('auto'),
  callLimit: shared.callLimit.default(2),
  ringSeconds: shared.ringSeconds.default(20),
  recording: shared.recording.default('inherit'),
  addresses: shared.addresses.default([]),
  barring: shared.barring.default('none'),
  maxContacts: shared.maxContacts.default(1),
  pickupGroup: shared.pickupGroup.default(''),
  hideNumber: shared.hideNumber.default(false),
};

export const CreateSubscriber = z.object({
  ...place,
  extension: Extension,
  name: editable.name,
  ...sharedDefaults,
  callerIdNumber: editable.callerIdNumber.default(''),
  callerIdName: editable.callerIdName.default(''),
  emergencyCallerId: editable.emergencyCallerId.default(''),
  forwardAlways: Forward.default(''),
  forwardBusy: Forward.default(''),
  forwardNoAnswer: Forward.default(''),
  forwardUnregistered: Forward.default(''),
  forwardShows: editable.forwardShows.default('line'),
  dnd: editable.dnd.default(false),
  voicemail: editable.voicemail.default(false),
  voicemailEmail: editable.voicemailEmail.default(''),
  voicemailAttach: editable.voicemailAttach.default(true),
  voicemailGreeting: editable.voicemailGreeting.default(''),
  voicemailBusyGreeting: editable.voicemailBusyGreeting.default(''),
  voicemailNameGreeting: editable.voicemailNameGreeting.default(''),
  emergencyLocation: editable.emergencyLocation.default(''),
  userId: editable.userId.default(null),
});
export type CreateSubscriber = z.infer<typeof CreateSubscriber>;

export const UpdateSubscriber = z.object(editable).partial();

const declared = noun({
  key: 'subscriber',
  path: '/subscribers',
  table: 'subscribers',
  words: ['subscriber', 'subscribers'],
  singular: { en: 'subscriber', es: 'abonado', fr: 'abonné', he: 'מנוי' },
  destination: { kind: 'extension' },
  dimensions: ['customer', 'server', 'own'],
  roles: { 'customer-admin': ['manage'], support: ['read'], billing: ['read'], integration: ['read'] },
  row: Subscriber,
  create: CreateSubscriber,
  update: UpdateSubscriber,
  sortable: ['extension', 'name', 'sipUsername', 'customerName', 'serverName', 'status', 'createdAt', 'updatedAt'],
  defaultSort: 'extension',
  searchable: ['extension', 'name', 'sipUsername', 'userName', 'callerIdNumber'],
  filters: [
    'customerId',
    'serverId',
    'status',
    'extension',
    'webrtc',
    'transport',
    'dnd',
    'recording',
    'barring',
    'userId',
  ],
  fields: {
    customerId: { kind: 'ref', resource: 'customers', in: ['create'], section: 'line' },
    serverId: { kind: 'ref', resource: 'endpoints', in: ['create'], section: 'line' },
    extension: { kind: 'text', in: ['list', 'create'], section: 'line' },
    name: { kind: 'text', in: ['list', 'create', 'edit'], section: 'line' },
    sipUsername: { kind: 'text', in: ['list'] },
    userId: { kind: 'ref', resource: 'users', in: ['create', 'edit'], section: 'line' },
    userName: { kind: 'text', in: ['list'] },
    status: { kind: 'select', options: SUBSCRIBER_STATUS, in: ['list', 'create', 'edit'], section: 'line' },
    serverName: { kind: 'text', in: ['list'] },
    customerName: { kind: 'text', in: ['list'] },
    barring: { kind: 'select', options: BARRINGS, in: ['list', 'create', 'edit'], section: 'calls' },
    callLimit: { kind: 'number', in: ['list', 'create', 'edit'], section: 'calls' },
    ringSeconds: { kind: 'number', in: ['edit'], section: 'calls' },
    callerIdNumber: { kind: 'phone', in: ['list', 'edit'], section: 'calls' },
    callerIdName: { kind: 'text', in: ['edit'], section: 'calls' },
    emergencyCallerId: { kind: 'phone', in: ['edit'], section: 'calls' },
    hideNumber: { kind: 'boolean', in: ['edit'], section: 'calls' },
    pickupGroup: { kind: 'text', in: ['edit'], section: 'calls' },
    recording: { kind: 'select', options: RECORDING_POLICIES, in: ['list', 'edit'], section: 'calls' },
    dnd: { kind: 'boolean', in: ['list', 'edit'], section: 'forwarding' },
    forwardAlways: { kind: 'phone', in: ['list', 'edit'], section: 'forwarding' },
    forwardBusy: { kind: 'phone', in: ['edit'], section: 'forwarding' },
    forwardNoAnswer: { kind: 'phone', in: ['edit'], section: 'forwarding' },
    forwardUnregistered: { kind: 'phone', in: ['edit'], section: 'forwarding' },
    forwardShows: { kind: 'select', options: FORWARD_SHOWS, in: ['edit'], section: 'forwarding' },
    voicemail: { kind: 'boolean', in: ['list', 'edit'], section: 'voicemail' },
    voicemailGreeting: { kind: 'text', in: ['edit'], section: 'voicemail' },
    voicemailBusyGreeting: { kind: 'text', in: ['edit'], section: 'voicemail' },
    voicemailNameGreeting: { kind: 'text', in: ['edit'], section: 'voicemail' },
    voicemailEmail: { kind: 'email', in: ['edit'], section: 'voicemail' },
    voicemailAttach: { kind: 'boolean', in: ['edit'], section: 'voicemail' },
    webrtc: { kind: 'boolean', in: ['list', 'create', 'edit'], section: 'phone' },
    transport: { kind: 'select', options: LINE_TRANSPORTS, in: ['list', 'create', 'edit'], section: 'phone' },
    mediaEncryption: { kind: 'select', options: MEDIA_ENCRYPTIONS, in: ['create', 'edit'], section: 'phone' },
    maxContacts: { kind: 'number', in: ['edit'], section: 'phone' },
    codecs: { kind: 'text', in: ['edit'], section: 'phone' },
    addresses: { kind: 'text', in: ['edit'], section: 'phone' },
    emergencyLocation: { kind: 'text', in: ['edit'], section: 'phone' },
    createdAt: { kind: 'instant', in: ['list'] },
  },
  titleField: 'name',
});

export const subscribers = {
  ...declared,
  routes: { ...declared.routes, create: route({ ...declared.routes.create, response: NewSubscriber }) },
};

/** Uses codes and names instead of IDs. */
export const ImportedSubscriber = CreateSubscriber.omit({ customerId: true, serverId: true, userId: true }).extend({
  /** Code of the customer. Empty: the caller's own. */
  customer: pattern('slug', 31).optional(),
  /** Name of the PBX server. Empty: the only one with lines or queues of the customer. */
  server: text(1, 64).optional(),
  /** User name of the line's user. */
  user: pattern('username', 64).optional(),
});

export const subscribersImport = importOf(declared, ImportedSubscriber);

/** Creates a line for each number from `from` to `to`, all or none. */
export const CreateRange = z.object({
  ...place,
  from: Extension,
  to: Extension,
  /** Prefix of each line's name, before the extension: `Phone 100`. */
  namePrefix: pattern('caller-name', 16).min(1),
  ...sharedDefaults,
});
export type CreateRange = z.infer<typeof CreateRange>;

export const SipAccount = z.object({
  id: Id,
  extension: z.string(),
  name: z.string(),
  sipUsername: z.string(),
  sipHost: z.string(),
  secret: z.string(),
});
export type SipAccount = z.infer<typeof SipAccount>;

export const createSubscriberRange = route({
  method: 'POST',
  path: '/subscribers/bulk',
  summary: 'Create a subscriber for every extension of a range: all or none',
  tag: 'subscriber',
  access: ['create', 'subscriber'],
  body: CreateRange,
  response: z.object({ data: z.array(SipAccount) }),
  status: 201,
  errors: ['conflict', 'not-found'],
});

/** Requires the caller's own password, so that an unattended session does not reveal SIP passwords. Audited. */
export const showSubscriberSecret = route({
  method: 'POST',
  path: '/subscribers/:id/secret',
  summary: 'Get the SIP password of a subscriber',
  tag: 'subscriber',
  access: ['update', 'subscriber'],
  params: z.object({ id: Id }),
  body: z.object({ password: z.string().min(1).max(256) }),
  response: SipAccount,
  errors: ['not-found', 'wrong-credentials', 'locked-out'],
});

/** The phone cannot register until it has the new password. */
export const rotateSubscriberSecret = route({
  method: 'POST',
  path: '/subscribers/:id/secret/rotate',
  summary: 'Create a new SIP password for a subscriber. It is shown once',
  tag: 'subscriber',
  access: ['update', 'subscriber'],
  params: z.object({ id: Id }),
  response: SipAccount,
  errors: ['not-found', 'stale'],
});
