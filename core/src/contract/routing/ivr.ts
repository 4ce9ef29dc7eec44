// An IVR menu: its announcement and the destination of each digit.
import { z } from 'zod';
import { Destination, ShownDestination } from './destination.ts';
import { noun } from '../noun.ts';
import { Id, Instant } from '../resource.ts';
import { pattern, text } from '../text.ts';

export const MENU_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '*', '#'] as const;

const Key = z.object({ key: z.enum(MENU_KEYS), destination: Destination });

const editable = {
  name: text(1, 64),
  /** Extension inside the customer. Empty: none. */
  extension: pattern('extension-or-none', 10),
  /** A sound file of the PBX server without extension, such as `custom/welcome`, or an uploaded sound `uploaded/<id>`. Empty: silence. */
  prompt: pattern('sound', 100),
  /** Played after an invalid digit. */
  invalidPrompt: pattern('sound', 100),
  timeoutSeconds: z.number().int().min(1).max(60),
  /** Number of invalid or missing inputs before the fallback. */
  attempts: z.number().int().min(1).max(10),
  /** Whether callers may dial an extension. */
  dialExtensions: z.boolean(),
  keys: z
    .array(Key)
    .max(12)
    .refine((keys) => new Set(keys.map(({ key }) => key)).size === keys.length, { params: { rule: 'same-key' } }),
  fallback: Destination,
};

export const Ivr = z.object({
  id: Id,
  customerId: Id,
  customerName: z.string(),
  serverId: z.number().int(),
  serverName: z.string(),
  ...editable,
  keys: z.array(z.object({ key: z.enum(MENU_KEYS), destination: ShownDestination, name: z.string() })),
  fallback: ShownDestination,
  fallbackName: z.string(),
  /** Name of the uploaded sound or of the file. */
  promptName: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Ivr = z.infer<typeof Ivr>;

export const CreateIvr = z.object({
  customerId: Id.optional(),
  serverId: z.number().int().min(1).max(2147483647).optional(),
  name: editable.name,
  extension: editable.extension.default(''),
  prompt: editable.prompt.default(''),
  invalidPrompt: editable.invalidPrompt.default(''),
  timeoutSeconds: editable.timeoutSeconds.default(5),
  attempts: editable.attempts.default(3),
  dialExtensions: editable.dialExtensions.default(false),
  keys: editable.keys.default([]),
  fallback: editable.fallback.default({ kind: 'hangup', id: null, number: '' }),
});
export const UpdateIvr = z.object(editable).partial();

export const ivrs = noun({
  key: 'ivr',
  path: '/ivrs',
  table: 'ivrs',
  parts: ['ivr_keys'],
  words: ['menu', 'menus'],
  singular: { en: 'menu', es: 'menú de voz', fr: 'menu vocal', he: 'תפריט קולי' },
  destination: { kind: 'ivr', onward: { field: 'fallback', when: 'otherwise' } },
  dimensions: ['customer', 'server'],
  roles: { 'customer-admin': ['manage'], support: ['read', 'update'], auditor: ['read'] },
  row: Ivr,
  create: CreateIvr,
  update: UpdateIvr,
  sortable: ['name', 'extension', 'customerName', 'serverName', 'createdAt', 'updatedAt'],
  defaultSort: 'name',
  searchable: ['name', 'extension', 'promptName', 'customerName'],
  filters: ['customerId', 'serverId'],
  fields: {
    customerId: { kind: 'ref', resource: 'customers', in: ['create'], section: 'menu' },
    serverId: { kind: 'ref', resource: 'endpoints', in: ['create'], section: 'menu' },
    name: { kind: 'text', in: ['list', 'create', 'edit'], section: 'menu' },
    extension: { kind: 'text', in: ['list', 'create', 'edit'], section: 'menu' },
    promptName: { kind: 'text', in: ['list'] },
    prompt: { kind: 'text', in: ['create', 'edit'], section: 'sound' },
    invalidPrompt: { kind: 'text', in: ['create', 'edit'], section: 'sound' },
    timeoutSeconds: { kind: 'number', in: ['create', 'edit'], section: 'sound' },
    attempts: { kind: 'number', in: ['create', 'edit'], section: 'sound' },
    keys: { kind: 'text', in: ['list', 'create', 'edit'], section: 'keys' },
    dialExtensions: { kind: 'boolean', in: ['create', 'edit'], section: 'keys' },
    fallback: { kind: 'destination', in: ['create', 'edit'], section: 'keys' },
    fallbackName: { kind: 'text', in: ['list'] },
    serverName: { kind: 'text', in: ['list'] },
    customerName: { kind: 'text', in: ['list'] },
  },
  movable: true,
  titleField: 'name',
});
