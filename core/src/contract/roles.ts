// Roles, read only for now: the built-in ones.
import { z } from 'zod';
import { ACTIONS, RESOURCES } from '../access/ability.ts';
import { Id, ListMeta, ListQuery } from './resource.ts';
import { route } from './route.ts';

export const AbilityPair = z.object({ action: z.enum(ACTIONS), resource: z.enum(RESOURCES) });

export const Role = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  builtIn: z.boolean(),
  reach: z.enum(['platform', 'customer', 'team', 'own']),
  /** Whose users may hold it. */
  holders: z.enum(['platform', 'customer', 'either']),
  level: z.number().int(),
  /** Whether the caller may give it to somebody. */
  assignable: z.boolean(),
  abilities: z.array(AbilityPair),
  userCount: z.number().int(),
});
export type Role = z.infer<typeof Role>;

export const listRoles = route({
  method: 'GET',
  path: '/roles',
  summary: 'List roles',
  tag: 'role',
  access: ['read', 'role'],
  query: ListQuery.extend({ name: z.string().max(200).optional() }),
  response: z.object({ data: z.array(Role), meta: ListMeta }),
  errors: [],
});

export const getRole = route({
  method: 'GET',
  path: '/roles/:id',
  summary: 'Get one of roles',
  tag: 'role',
  access: ['read', 'role'],
  params: z.object({ id: Id }),
  response: Role,
  errors: ['not-found'],
});
