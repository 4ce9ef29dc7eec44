// Duplicates a plan as the start of a new price list.
import { z } from 'zod';
import { Plan } from './plan.ts';
import { Id } from '../resource.ts';
import { route } from '../route.ts';
import { text } from '../text.ts';

/** Creates a draft with the current terms and independent copies of all current and future rates. */
export const duplicatePlan = route({
  method: 'POST',
  path: '/plans/:id/duplicate',
  summary: 'Copy a plan with its rates as a draft',
  tag: 'plan',
  access: ['create', 'plan'],
  params: z.object({ id: Id }),
  body: z.object({ name: text(1, 64) }),
  response: Plan,
  status: 201,
  errors: ['conflict'],
});
