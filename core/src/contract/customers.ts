// A customer: a tenant of the platform.
import { z } from 'zod';
import { importOf } from './import.ts';
import { Id, Instant, resource } from './resource.ts';
import { route } from './route.ts';
import { Country, Currency, Language, pattern, text, TimeZone } from './text.ts';

export const CUSTOMER_STATUS = ['pending', 'active', 'suspended', 'terminated'] as const;

/** How live calls may be listened to: unheard, with a tone for the agent as it begins, or not at all. */
export const SUPERVISION = ['silent', 'tone', 'off'] as const;
export type Supervision = (typeof SUPERVISION)[number];

/** Of the mark beside the name; `standard`: the reseller's above, else the product's. */
export const BRAND_COLORS = ['standard', 'indigo', 'blue', 'teal', 'green', 'amber', 'red', 'pink', 'slate'] as const;

export const RECORDING_DEFAULTS = ['none', 'inbound', 'outbound', 'all'] as const;

/** Whose customer this is; null: the platform's own. */
const Parent = Id.nullable();

/** How many at most; null: as many as wanted. */
const Most = z.number().int().min(0).max(1_000_000).nullable();

const editable = {
  /** The reseller above it. Only the platform moves a customer. */
  parentId: Parent,
  name: text(1, 128),
  status: z.enum(CUSTOMER_STATUS),
  timezone: TimeZone,
  currency: Currency,
  language: Language,
  country: Country,
  contactName: text(0, 128),
  contactEmail: pattern('email', 254),
  phone: pattern('phone', 32),
  /** Why the customer stands as he stands: unpaid, moved away. */
  statusReason: text(0, 255),
  legalName: text(0, 128),
  taxId: text(0, 32),
  /** Where invoices go. */
  billingLine1: text(0, 250),
  billingLine2: text(0, 250),
  billingPostcode: text(0, 16),
  billingCity: text(0, 100),
  billingRegion: text(0, 100),
  /** null: the customer's own. */
  billingCountry: Country.nullable(),
  billingEmail: pattern('email', 254),
  /** The customer's key in another system; unique. */
  externalId: text(0, 255),
  /** PBX servers that it may have something on, the first where none is named; empty: any. The platform says it. */
  serverIds: z.array(z.number().int().min(1).max(2_147_483_647)).max(200),
  maxSubscribers: Most,
  maxQueues: Most,
  maxUsers: Most,
  /** Users who see no more than their own. */
  maxAgents: Most,
  /** Between the customer and the outside, in and out; its PBXs keep it, each for itself. */
  maxConcurrentCalls: Most,
  /** Calls out that begin in one second, kept likewise. */
  maxCallsPerSecond: z.number().int().min(1).max(1000).nullable(),
  /** Beyond it no new recording begins; what is there stays. */
  maxRecordingMb: Most,
  /** Before a number of that place that is dialled without one; '': such numbers are not dialled. */
  defaultAreaCode: pattern('digits-or-none', 6),
  /** Whether its own network rules bind its people and its API keys. */
  networkRules: z.boolean(),
  /** Of lines that say `inherit`. */
  recordingDefault: z.enum(RECORDING_DEFAULTS),
  supervision: z.enum(SUPERVISION),
  /** Recordings that are older are deleted, where the console may; null: as the plan says, else kept for good. */
  recordingRetentionDays: z.number().int().min(1).max(36_500).nullable(),
  /** On legal hold: none of its recordings is deleted. */
  recordingHold: z.boolean(),
  /** Records of calls that are older are deleted, each night; null: kept for good. */
  cdrRetentionDays: z.number().int().min(1).max(36_500).nullable(),
  /** Its own people who may put recordings on hold may delete them; otherwise nobody of it does. */
  allowRecordingDelete: z.boolean(),
  /** Its own people see what calls cost; its account and invoices they see in any case. */
  showPrices: z.boolean(),
  /** What the console calls itself to the customer's people; '': the reseller's name for it, else the product's. */
  brandName: text(0, 40),
  /** One of `BRAND_COLORS`, or `#1d4ed8`. */
  brandColor: pattern('brand-color', 10),
  /** Host at which its people open the console, as its sign-in page is to look; '': none of its own. Unique. */
  brandHost: pattern('sip-host', 253),
};

export const Customer = z.object({
  id: Id,
  /** Prefix of the customer's objects on a PBX and its `Tenantid`; never changes. */
  code: pattern('slug', 31),
  ...editable,
  // Judged when written; a page of rows is not judged again.
  timezone: z.string(),
  currency: z.string(),
  country: z.string(),
  billingCountry: z.string().nullable(),
  /** When `status` last changed. */
  statusSince: Instant,
  /** When it last was; null: never. */
  suspendedAt: Instant.nullable(),
  terminatedAt: Instant.nullable(),
  /** Address of its picture on this origin. */
  logo: z.string().nullable(),
  parentName: z.string().nullable(),
  /** Customers directly below. */
  childCount: z.number().int(),
  callcenterCount: z.number().int(),
  queueCount: z.number().int(),
  userCount: z.number().int(),
  subscriberCount: z.number().int(),
  agentCount: z.number().int(),
  /** Of a reseller: what it and all customers below it have, which is what its limits count; null: nobody stands below it. */
  withBelow: z
    .object({
      subscribers: z.number().int(),
      queues: z.number().int(),
      users: z.number().int(),
      agents: z.number().int(),
    })
    .nullable(),
  /** What its recordings take, reckoned by what was talked; null: it has no limit, and nobody counted. */
  recordingMb: z.number().int().nullable(),
  /** No new recording begins. */
  recordingFull: z.boolean(),
  /** What holds: its own, else its plan's; null: no limit. */
  limits: z.object({
    subscribers: z.number().int().nullable(),
    queues: z.number().int().nullable(),
    users: z.number().int().nullable(),
    agents: z.number().int().nullable(),
    concurrentCalls: z.number().int().nullable(),
    recordingMb: z.number().int().nullable(),
    /** Days that recordings are kept; null: for good. */
    retentionDays: z.number().int().nullable(),
  }),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Customer = z.infer<typeof Customer>;

/**
 * What the form of a new customer begins with, for a person to see before anything is deleted by it. Who adds one by the API or
 * out of a file and says nothing keeps everything.
 */
export const USUAL_RETENTION = { recordingRetentionDays: 90, cdrRetentionDays: 730 } as const;

export const CreateCustomer = z.object({
  code: pattern('slug', 31),
  name: editable.name,
  status: editable.status.default('active'),
  /** A reseller's people: their own customer when left out. */
  parentId: Parent.optional(),
  timezone: TimeZone.default('UTC'),
  currency: Currency.default('USD'),
  language: Language.default('en'),
  country: Country.default('US'),
  contactName: editable.contactName.default(''),
  contactEmail: editable.contactEmail.default(''),
  phone: editable.phone.default(''),
  statusReason: editable.statusReason.default(''),
  legalName: editable.legalName.default(''),
  taxId: editable.taxId.default(''),
  billingLine1: editable.billingLine1.default(''),
  billingLine2: editable.billingLine2.default(''),
  billingPostcode: editable.billingPostcode.default(''),
  billingCity: editable.billingCity.default(''),
  billingRegion: editable.billingRegion.default(''),
  billingCountry: editable.billingCountry.default(null),
  billingEmail: editable.billingEmail.default(''),
  externalId: editable.externalId.default(''),
  /** A reseller's people: those of the customer above. */
  serverIds: editable.serverIds.default([]),
  maxSubscribers: Most.default(null),
  maxQueues: Most.default(null),
  maxUsers: Most.default(null),
  maxAgents: Most.default(null),
  maxConcurrentCalls: Most.default(null),
  maxCallsPerSecond: editable.maxCallsPerSecond.default(null),
  maxRecordingMb: Most.default(null),
  defaultAreaCode: editable.defaultAreaCode.default(''),
  networkRules: editable.networkRules.default(true),
  recordingDefault: editable.recordingDefault.default('none'),
  supervision: editable.supervision.default('silent'),
  recordingRetentionDays: editable.recordingRetentionDays.default(null),
  recordingHold: editable.recordingHold.default(false),
  cdrRetentionDays: editable.cdrRetentionDays.default(null),
  allowRecordingDelete: editable.allowRecordingDelete.default(false),
  showPrices: editable.showPrices.default(false),
  brandName: editable.brandName.default(''),
  brandColor: editable.brandColor.default('standard'),
  brandHost: editable.brandHost.default(''),
});
export type CreateCustomer = z.infer<typeof CreateCustomer>;

export const UpdateCustomer = z.object(editable).partial();

export const customers = resource({
  name: 'customer',
  path: '/customers',
  row: Customer,
  create: CreateCustomer,
  update: UpdateCustomer,
  sortable: [
    'name',
    'code',
    'status',
    'statusSince',
    'suspendedAt',
    'terminatedAt',
    'country',
    'timezone',
    'createdAt',
    'updatedAt',
  ],
  defaultSort: 'name',
  searchable: ['name', 'code', 'contactName', 'contactEmail', 'legalName', 'externalId'],
  filters: ['parentId', 'status', 'country', 'code', 'externalId'],
  fields: {
    name: { kind: 'text', in: ['list', 'create', 'edit'], section: 'identity' },
    code: { kind: 'text', in: ['list', 'create'], section: 'identity' },
    parentId: { kind: 'ref', resource: 'customers', in: ['create', 'edit'], section: 'identity' },
    parentName: { kind: 'text', in: ['list'] },
    status: { kind: 'select', options: CUSTOMER_STATUS, in: ['list', 'create', 'edit'], section: 'identity' },
    statusReason: { kind: 'text', in: ['list', 'edit'], section: 'identity' },
    externalId: { kind: 'text', in: ['list', 'create', 'edit'], section: 'identity' },
    timezone: { kind: 'timezone', in: ['list', 'create', 'edit'], section: 'place' },
    country: { kind: 'country', in: ['list', 'create', 'edit'], section: 'place' },
    defaultAreaCode: { kind: 'text', in: ['create', 'edit'], section: 'place' },
    currency: { kind: 'currency', in: ['create', 'edit'], section: 'place' },
    language: { kind: 'language', in: ['create', 'edit'], section: 'place' },
    contactName: { kind: 'text', in: ['create', 'edit'], section: 'contact' },
    contactEmail: { kind: 'email', in: ['create', 'edit'], section: 'contact' },
    phone: { kind: 'phone', in: ['create', 'edit'], section: 'contact' },
    legalName: { kind: 'text', in: ['list', 'create', 'edit'], section: 'billing' },
    taxId: { kind: 'text', in: ['list', 'create', 'edit'], section: 'billing' },
    billingEmail: { kind: 'email', in: ['create', 'edit'], section: 'billing' },
    billingLine1: { kind: 'text', in: ['create', 'edit'], section: 'billing' },
    billingLine2: { kind: 'text', in: ['create', 'edit'], section: 'billing' },
    billingPostcode: { kind: 'text', in: ['create', 'edit'], section: 'billing' },
    billingCity: { kind: 'text', in: ['list', 'create', 'edit'], section: 'billing' },
    billingRegion: { kind: 'text', in: ['create', 'edit'], section: 'billing' },
    billingCountry: { kind: 'country', in: ['create', 'edit'], section: 'billing' },
    showPrices: { kind: 'boolean', in: ['create', 'edit'], section: 'billing' },
    serverIds: { kind: 'ref', resource: 'endpoints', many: true, in: ['create', 'edit'], section: 'limits' },
    maxSubscribers: { kind: 'number', in: ['edit'], section: 'limits' },
    maxQueues: { kind: 'number', in: ['edit'], section: 'limits' },
    maxUsers: { kind: 'number', in: ['edit'], section: 'limits' },
    maxAgents: { kind: 'number', in: ['edit'], section: 'limits' },
    maxConcurrentCalls: { kind: 'number', in: ['edit'], section: 'limits' },
    maxCallsPerSecond: { kind: 'number', in: ['edit'], section: 'limits' },
    maxRecordingMb: { kind: 'number', in: ['edit'], section: 'limits' },
    networkRules: { kind: 'boolean', in: ['edit'], section: 'access' },
    supervision: { kind: 'select', options: SUPERVISION, in: ['edit'], section: 'supervision' },
    recordingDefault: { kind: 'select', options: RECORDING_DEFAULTS, in: ['edit'], section: 'recordings' },
    recordingRetentionDays: { kind: 'number', in: ['create', 'edit'], section: 'recordings' },
    allowRecordingDelete: { kind: 'boolean', in: ['edit'], section: 'recordings' },
    recordingHold: { kind: 'boolean', in: ['edit'], section: 'recordings' },
    cdrRetentionDays: { kind: 'number', in: ['create', 'edit'], section: 'recordings' },
    brandName: { kind: 'text', in: ['create', 'edit'], section: 'branding' },
    brandColor: { kind: 'select', options: BRAND_COLORS, in: ['create', 'edit'], section: 'branding' },
    brandHost: { kind: 'text', in: ['create', 'edit'], section: 'branding' },
    statusSince: { kind: 'instant', in: ['list'] },
    suspendedAt: { kind: 'instant', in: ['list'] },
    terminatedAt: { kind: 'instant', in: ['list'] },
    childCount: { kind: 'number', in: ['list'] },
    callcenterCount: { kind: 'number', in: ['list'] },
    queueCount: { kind: 'number', in: ['list'] },
    userCount: { kind: 'number', in: ['list'] },
    subscriberCount: { kind: 'number', in: ['list'] },
    agentCount: { kind: 'number', in: ['list'] },
    updatedAt: { kind: 'instant', in: ['list'] },
  },
  titleField: 'name',
});

/** PNG or JPEG in base64, at most 256 kB, 32 to 2000 pixels a side; empty: none. Who is a customer of it cannot set its own. */
export const setCustomerLogo = route({
  method: 'PUT',
  path: '/customers/:id/logo',
  summary: 'The picture in the console of a customer’s people and on its sign-in page',
  tag: 'customer',
  access: ['update', 'customer'],
  params: z.object({ id: Id }),
  body: z.object({ image: z.base64().max(349_000) }),
  maxBodyBytes: 400_000,
  response: z.object({ logo: z.string().nullable() }),
  errors: ['not-found'],
});

export const customersImport = importOf(customers, CreateCustomer);
