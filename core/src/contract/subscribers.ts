// A subscriber: a line of a customer on one PBX server, an extension with a SIP account. Its values keep the rules of what
// the PBX is given (`pbx/wanted.ts`), so that whatever is stored can be written there.
import { z } from 'zod';
import { BARRINGS, FORWARD_SHOWS } from '../base/call-flow.ts';
import { CODECS } from '../base/codecs.ts';
import { LINE_TRANSPORTS } from '../base/line-transports.ts';
import { NetworkText } from './apikeys.ts';
import { importOf } from './import.ts';
import { Id, Instant, resource } from './resource.ts';
import { route } from './route.ts';
import { pattern, text } from './text.ts';

/** `locked`: known, but not to be used. */
export const SUBSCRIBER_STATUS = ['active', 'locked'] as const;
/** `inherit`: as the customer says for all of its lines. */
export const RECORDING_POLICIES = ['inherit', 'none', 'inbound', 'outbound', 'local', 'all', 'on-demand'] as const;
/** Extensions of one bulk creation. */
export const MOST_IN_RANGE = 500;

const ServerId = z.number().int().min(1).max(2147483647);
const Extension = pattern('extension', 10).min(1);
/** Another extension of the customer, or a number outside (kept as `+442079460100`); empty: no forwarding. */
const Forward = pattern('forward-target', 32);
const Codecs = z
  .array(z.enum(CODECS))
  .min(1)
  .max(CODECS.length)
  .refine((codecs) => new Set(codecs).size === codecs.length, { params: { rule: 'same-codec' } });

/** What a whole range may share. */
const shared = {
  status: z.enum(SUBSCRIBER_STATUS),
  /** In order of preference. */
  codecs: Codecs,
  /** The line is a browser: encrypted media over a web socket. */
  webrtc: z.boolean(),
  /** One that the PBX has: 422 `no-transport` else. A browser has web sockets alone: 422 `web-socket-only`. */
  transport: z.enum(LINE_TRANSPORTS),
  /** Calls at once before the line is busy. */
  callLimit: z.number().int().min(1).max(20),
  ringSeconds: z.number().int().min(5).max(120),
  recording: z.enum(RECORDING_POLICIES),
  barring: z.enum(BARRINGS),
  /** Phones that may be signed in as it at once: all of them ring. */
  maxContacts: z.number().int().min(1).max(10),
  /** Digits: lines of one group pick up each other's calls; '': the group of all lines of the customer. */
  pickupGroup: pattern('digits-or-none', 6),
  /** Outside nobody is shown its number; services of emergency are. */
  hideNumber: z.boolean(),
  /** Addresses and networks that may use the line; empty: any. */
  addresses: z.array(NetworkText).max(20),
};

const editable = {
  name: pattern('caller-name', 27).min(1),
  ...shared,
  /** Shown to who is called outside; empty: the customer's. */
  callerIdNumber: pattern('caller-number', 21),
  callerIdName: pattern('caller-name', 27),
  forwardAlways: Forward,
  forwardBusy: Forward,
  forwardNoAnswer: Forward,
  forwardUnregistered: Forward,
  /** What a number outside is shown of a call from outside, where the trunk shows numbers of lines. */
  forwardShows: z.enum(FORWARD_SHOWS),
  /** Do not disturb. */
  dnd: z.boolean(),
  voicemail: z.boolean(),
  voicemailEmail: pattern('mail-or-none', 190),
  /** The e-mail holds the message itself. */
  voicemailAttach: z.boolean(),
  /** Heard before the tone: a sound file of the PBX, or one of the console's, `uploaded/<id>`; empty: the PBX's own words. */
  voicemailGreeting: pattern('sound', 100),
  /** The same while the line is busy; empty: the greeting. */
  voicemailBusyGreeting: pattern('sound', 100),
  /** Its owner's name, for the PBX's own words; heard where there is no greeting. */
  voicemailNameGreeting: pattern('sound', 100),
  /** For who must say where a caller in need is; nothing is sent of it. */
  emergencyLocation: text(0, 255),
  /** Whose line it is; a user of the same customer. */
  userId: Id.nullable(),
};

export const Subscriber = z.object({
  id: Id,
  customerId: Id,
  customerName: z.string(),
  serverId: z.number().int(),
  serverName: z.string(),
  /** Where phones register; empty while nobody said. */
  sipHost: z.string(),
  /** One of its kind among the customer's on the server; never changes. */
  extension: z.string(),
  /** `<code of the customer>-<extension>`; on the PBX the line is `PJSIP/<sipUsername>`. */
  sipUsername: z.string(),
  ...editable,
  addresses: z.array(z.string()),
  userName: z.string().nullable(),
  /** Queues and ring groups that ring it, by name; empty: none. They no longer do when it is deleted. */
  ringsIn: z.string(),
  secretChangedAt: Instant,
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Subscriber = z.infer<typeof Subscriber>;

/** `secret` is the SIP password, told when the line is made and afterwards only to who gives his own password. */
export const NewSubscriber = Subscriber.extend({
  secret: z.string(),
  /** Of its voicemail box; told this once. */
  voicemailPin: z.string(),
});
export type NewSubscriber = z.infer<typeof NewSubscriber>;

const place = {
  /** The caller's own customer when left out; the platform's staff must name one. */
  customerId: Id.optional(),
  /** Left out: the one server that the customer has lines or queues on. */
  serverId: ServerId.optional(),
};

const sharedDefaults = {
  status: shared.status.default('active'),
  codecs: shared.codecs.default(['ulaw', 'alaw']),
  webrtc: shared.webrtc.default(false),
  transport: shared.transport.default('auto'),
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

const declared = resource({
  name: 'subscriber',
  path: '/subscribers',
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

/** Codes and names instead of ids. */
export const ImportedSubscriber = CreateSubscriber.omit({ customerId: true, serverId: true, userId: true }).extend({
  /** Code of the customer; empty: the caller's own. */
  customer: pattern('slug', 31).optional(),
  /** Name of the PBX server; empty: the one that the customer has lines or queues on. */
  server: text(1, 64).optional(),
  /** User name of whose line it is. */
  user: pattern('username', 64).optional(),
});

export const subscribersImport = importOf(declared, ImportedSubscriber);

/** One line for each number from `from` to `to`, all or none. */
export const CreateRange = z.object({
  ...place,
  from: Extension,
  to: Extension,
  /** Before the extension in each line's name: `Phone 100`. */
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
  summary: 'Create a line for every extension of a range: all or none',
  tag: 'subscriber',
  access: ['create', 'subscriber'],
  body: CreateRange,
  response: z.object({ data: z.array(SipAccount) }),
  status: 201,
  errors: ['conflict', 'not-found'],
});

/** Asks for the caller's own password: who finds a session open does not find the lines' passwords. Audited. */
export const showSubscriberSecret = route({
  method: 'POST',
  path: '/subscribers/:id/secret',
  summary: 'Tell the SIP password of a line',
  tag: 'subscriber',
  access: ['update', 'subscriber'],
  params: z.object({ id: Id }),
  body: z.object({ password: z.string().min(1).max(256) }),
  response: SipAccount,
  errors: ['not-found', 'wrong-credentials', 'locked-out'],
});

/** The phone signs in no more until it is given the new one. */
export const rotateSubscriberSecret = route({
  method: 'POST',
  path: '/subscribers/:id/secret/rotate',
  summary: 'Give a line a new SIP password; it is told this once',
  tag: 'subscriber',
  access: ['update', 'subscriber'],
  params: z.object({ id: Id }),
  response: SipAccount,
  errors: ['not-found', 'stale'],
});
