// How the signed-in user wants each list: remembered with him, on every machine.
import { z } from 'zod';
import { route } from './route.ts';

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

const Name = z.string().regex(/^[A-Za-z][A-Za-z0-9/-]{0,63}$/);

export const ListView = z.object({
  /** Path of the list's resource without its stroke: `customers`. */
  list: Name,
  /** Fields in the order shown; null: as the list itself has them. */
  columns: z.array(Name).max(60).nullable(),
  density: z.enum(DENSITIES),
});
export type ListView = z.infer<typeof ListView>;

export const listViews = route({
  method: 'GET',
  path: '/user/views',
  summary: 'How the signed-in user wants his lists',
  tag: 'session',
  access: 'signed-in',
  response: z.object({ data: z.array(ListView) }),
  errors: [],
});

export const saveListView = route({
  method: 'PUT',
  path: '/user/views',
  summary: 'Remember how the signed-in user wants a list',
  tag: 'session',
  access: 'signed-in',
  body: ListView,
  response: ListView,
  errors: [],
});
