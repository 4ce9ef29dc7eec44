// List settings of the signed-in user, stored in the account for all devices.
import { z } from 'zod';
import { route } from '../route.ts';

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

const Name = z.string().regex(/^[A-Za-z][A-Za-z0-9/-]{0,63}$/);

export const ListView = z.object({
  /** Path of the list's resource without the slash, such as `customers`. */
  list: Name,
  /** Fields in display order. `null`: the list's default. */
  columns: z.array(Name).max(60).nullable(),
  density: z.enum(DENSITIES),
});
export type ListView = z.infer<typeof ListView>;

export const listViews = route({
  method: 'GET',
  path: '/user/views',
  summary: 'Get the list settings of the signed-in user',
  tag: 'session',
  access: 'signed-in',
  response: z.object({ data: z.array(ListView) }),
  errors: [],
});

export const saveListView = route({
  method: 'PUT',
  path: '/user/views',
  summary: 'Store the list settings of the signed-in user',
  tag: 'session',
  access: 'signed-in',
  body: ListView,
  response: ListView,
  errors: [],
});
