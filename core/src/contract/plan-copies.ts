// A second plan like another, to begin a new price list from.
import { z } from 'zod';
import { Plan } from './plans.ts';
import { Id } from './resource.ts';
import { route } from './route.ts';
import { text } from './text.ts';

/** A draft with the terms in force, and every rate that holds now or later: its own from then on. */
export const duplicatePlan = route({
  method: 'POST',
  path: '/plans/:id/duplicate',
  summary: 'Make a draft plan like this one, its rates too',
  tag: 'plan',
  access: ['create', 'plan'],
  params: z.object({ id: Id }),
  body: z.object({ name: text(1, 64) }),
  response: Plan,
  status: 201,
  errors: ['conflict'],
});
