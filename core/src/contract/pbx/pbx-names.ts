// Customers of account codes, contexts and devices in a PBX server's own files. Lines, queues and contexts written by the console need no
// entry.
import { z } from 'zod';
import { Id } from '../resource.ts';
import { route } from '../route.ts';

/** `device`: without technology, such as `acme-101`. The owner of a Local channel is that of its context. */
export const NAME_KINDS = ['account', 'context', 'device'] as const;
export type NameKind = (typeof NAME_KINDS)[number];

const params = z.object({ id: z.coerce.number().int().min(1) });
/** Case-insensitive. */
const Name = z.string().regex(/^[A-Za-z0-9_.@+-]{1,79}$/);

export const PbxName = z.object({
  id: Id,
  kind: z.enum(NAME_KINDS),
  name: z.string(),
  /** `null`: codes of several customers match and no owner was chosen. */
  customerId: Id.nullable(),
  customerName: z.string().nullable(),
});
export type PbxName = z.infer<typeof PbxName>;

export const listPbxNames = route({
  method: 'GET',
  path: '/endpoints/:id/names',
  summary: 'List the account codes, contexts and devices of a PBX that customers own',
  tag: 'endpoint',
  access: ['read', 'endpoint'],
  params,
  response: z.object({ data: z.array(PbxName) }),
  errors: ['not-found'],
});

/** An existing name gets the new owner. */
export const assignPbxNames = route({
  method: 'POST',
  path: '/endpoints/:id/names',
  summary: 'Assign account codes, contexts or devices of a PBX to a customer',
  tag: 'endpoint',
  access: ['update', 'endpoint'],
  params,
  body: z.object({ customerId: Id, kind: z.enum(NAME_KINDS), names: z.array(Name).min(1).max(500) }),
  response: z.object({ data: z.array(PbxName) }),
  errors: ['not-found', 'conflict'],
});

export const removePbxName = route({
  method: 'DELETE',
  path: '/endpoints/:id/names/:nameId',
  summary: 'Remove the assignment of a name of a PBX',
  tag: 'endpoint',
  access: ['update', 'endpoint'],
  params: params.extend({ nameId: Id }),
  status: 204,
  errors: ['not-found'],
});
