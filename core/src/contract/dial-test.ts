// May a line call a number: asked of the rules that its PBX is given.
import { z } from 'zod';
import { Id } from './resource.ts';
import { route } from './route.ts';
import { pattern } from './text.ts';

/**
 * What decided. `rule`: a dial rule. `allowed-alone`: rules allow other numbers, so this one is not. `barring`: the line's own.
 * `short`: a short number of an outbound route (emergency among them): no rule binds it. `suspended`: the customer may not call
 * out. `locked`: the line is not on its PBX. `no-number`: nothing that can be called outside. `none`: no rule is against it.
 */
export const DIAL_VERDICTS = [
  'rule',
  'allowed-alone',
  'barring',
  'short',
  'suspended',
  'locked',
  'no-number',
  'none',
] as const;

export const testDial = route({
  method: 'POST',
  path: '/acl/dial-test',
  summary: 'May a line call this number, and which rule says so',
  tag: 'acl',
  access: ['read', 'acl'],
  body: z.object({
    subscriberId: Id,
    /** As people of the customer's country dial it. */
    number: pattern('phone', 32).min(1),
  }),
  response: z.object({
    allowed: z.boolean(),
    by: z.enum(DIAL_VERDICTS),
    rule: z.object({ id: Id, name: z.string(), priority: z.number().int() }).nullable(),
    /** What it was read as: `+442079460101`, or the short number. */
    number: z.string(),
  }),
  errors: ['not-found'],
});
