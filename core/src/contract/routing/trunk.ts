// A trunk between a PBX server and a carrier. Belongs to the platform, for all customers or one.
import { z } from 'zod';
import { CODECS } from '../../pbx/options/codecs.ts';
import { TRUNK_CALLER_IDS, TRUNK_FORMATS, TRUNK_MODES, TRUNK_TRANSPORTS } from '../../routing/call-flow.ts';
import { NetworkText } from '../access/api-key.ts';
import { noun } from '../noun.ts';
import { Id, Instant } from '../resource.ts';
import { Country, pattern, text } from '../text.ts';

const editable = {
  name: text(1, 64),
  enabled: z.boolean(),
  /** `registration`: the PBX server registers. `address`: the carrier identifies it by address. */
  mode: z.enum(TRUNK_MODES),
  transport: z.enum(TRUNK_TRANSPORTS),
  host: pattern('carrier-host', 182).min(1),
  port: z.number().int().min(1).max(65_535),
  username: pattern('sip-user', 64),
  /** Source addresses of inbound calls. Empty: its host. */
  addresses: z.array(NetworkText).max(50),
  codecs: z.array(z.enum(CODECS)).min(1).max(CODECS.length),
  /** Number format of the carrier. */
  format: z.enum(TRUNK_FORMATS),
  techPrefix: pattern('digits-or-none', 10),
  /** Caller ID sent to the carrier. */
  callerId: z.enum(TRUNK_CALLER_IDS),
  callerIdNumber: pattern('caller-number', 16),
  /** Maximum number of concurrent outbound calls. 0: no limit. */
  maxCalls: z.number().int().min(0).max(10_000),
  /** The PBX server checks the carrier every minute and skips it while it does not answer. */
  qualify: z.boolean(),
  /** Country of national numbers from the carrier. Empty: always with country code. */
  country: z.union([z.literal(''), Country]),
};
/** Empty: unchanged. */
const Secret = pattern('sip-secret', 64);

export const Trunk = z.object({
  id: Id,
  serverId: z.number().int(),
  serverName: z.string(),
  /** `null`: for every customer. */
  customerId: Id.nullable(),
  customerName: z.string().nullable(),
  /** Part of its name on the PBX server, `PJSIP/trunk.<code>`. Immutable. */
  code: z.string(),
  ...editable,
  addresses: z.array(z.string()),
  country: z.string(),
  hasSecret: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Trunk = z.infer<typeof Trunk>;

export const CreateTrunk = z.object({
  serverId: z.number().int().min(1).max(2147483647),
  customerId: Id.nullable().default(null),
  code: pattern('slug', 31),
  name: editable.name,
  enabled: editable.enabled.default(true),
  mode: editable.mode.default('registration'),
  transport: editable.transport.default('udp'),
  host: editable.host,
  port: editable.port.default(5060),
  username: editable.username.default(''),
  secret: Secret.default(''),
  addresses: editable.addresses.default([]),
  codecs: editable.codecs.default(['alaw', 'ulaw']),
  format: editable.format.default('e164'),
  techPrefix: editable.techPrefix.default(''),
  callerId: editable.callerId.default('line'),
  callerIdNumber: editable.callerIdNumber.default(''),
  maxCalls: editable.maxCalls.default(0),
  qualify: editable.qualify.default(true),
  country: editable.country.default(''),
});
export const UpdateTrunk = z.object({ ...editable, secret: Secret }).partial();

export const trunks = noun({
  key: 'trunk',
  path: '/trunks',
  table: 'trunks',
  words: ['trunk', 'trunks'],
  singular: { en: 'trunk', es: 'troncal', fr: 'trunk SIP', he: 'טראנק' },
  dimensions: ['customer', 'server'],
  roles: { support: ['read'] },
  row: Trunk,
  create: CreateTrunk,
  update: UpdateTrunk,
  sortable: ['name', 'code', 'serverName', 'customerName', 'host', 'mode', 'enabled', 'createdAt', 'updatedAt'],
  defaultSort: 'name',
  searchable: ['name', 'code', 'host', 'username', 'callerIdNumber'],
  filters: ['serverId', 'customerId', 'enabled', 'mode', 'code'],
  fields: {
    name: { kind: 'text', in: ['list', 'create', 'edit'], section: 'trunk' },
    code: { kind: 'text', in: ['list', 'create'], section: 'trunk' },
    serverId: { kind: 'ref', resource: 'endpoints', in: ['create'], section: 'trunk' },
    serverName: { kind: 'text', in: ['list'] },
    customerId: { kind: 'ref', resource: 'customers', in: ['create'], section: 'trunk' },
    customerName: { kind: 'text', in: ['list'] },
    enabled: { kind: 'boolean', in: ['list', 'create', 'edit'], section: 'trunk' },
    mode: { kind: 'select', options: TRUNK_MODES, in: ['list', 'create', 'edit'], section: 'carrier' },
    host: { kind: 'text', in: ['list', 'create', 'edit'], section: 'carrier' },
    port: { kind: 'number', in: ['create', 'edit'], section: 'carrier' },
    transport: { kind: 'select', options: TRUNK_TRANSPORTS, in: ['create', 'edit'], section: 'carrier' },
    username: { kind: 'text', in: ['create', 'edit'], section: 'carrier' },
    secret: { kind: 'secret', in: ['create', 'edit'], section: 'carrier' },
    addresses: { kind: 'text', in: ['create', 'edit'], section: 'carrier' },
    qualify: { kind: 'boolean', in: ['create', 'edit'], section: 'carrier' },
    codecs: { kind: 'text', in: ['edit'], section: 'carrier' },
    format: { kind: 'select', options: TRUNK_FORMATS, in: ['create', 'edit'], section: 'numbers' },
    techPrefix: { kind: 'text', in: ['edit'], section: 'numbers' },
    country: { kind: 'country', in: ['create', 'edit'], section: 'numbers' },
    callerId: { kind: 'select', options: TRUNK_CALLER_IDS, in: ['create', 'edit'], section: 'numbers' },
    callerIdNumber: { kind: 'phone', in: ['list', 'create', 'edit'], section: 'numbers' },
    maxCalls: { kind: 'number', in: ['list', 'create', 'edit'], section: 'numbers' },
  },
  titleField: 'name',
});
