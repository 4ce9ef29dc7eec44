// Tests whether a line may call a number, with the rules of its PBX server.
import { z } from 'zod';
import { Id } from '../resource.ts';
import { route } from '../route.ts';
import { pattern } from '../text.ts';

/**
 * Reason of the result. `emergency`: emergency number, never blocked. `emergency-no-trunk`: emergency number without a trunk. `rule`: a
 * dial rule. `allowed-alone`: rules allow only other numbers. `barring`: barring of the line. `short`: short number of an outbound route,
 * exempt from rules. `suspended`: the customer may not place outbound calls. `locked`: the line is not on its PBX server. `no-number`: not
 * an outside number. `none`: no rule denies it.
 */
export const DIAL_VERDICTS = [
  'rule',
  'allowed-alone',
  'barring',
  'emergency',
  'emergency-no-trunk',
  'short',
  'suspended',
  'locked',
  'no-number',
  'none',
] as const;

export const testDial = route({
  method: 'POST',
  path: '/acl/dial-test',
  summary: 'Test whether a subscriber can call a number, and name the deciding rule',
  tag: 'acl',
  access: ['read', 'acl'],
  body: z.object({
    subscriberId: Id,
    /** As dialed in the customer's country. */
    number: pattern('phone', 32).min(1),
  }),
  response: z.object({
    allowed: z.boolean(),
    by: z.enum(DIAL_VERDICTS),
    rule: z.object({ id: Id, name: z.string(), priority: z.number().int() }).nullable(),
    /** The number as interpreted, such as `+442079460101`, or the short number. */
    number: z.string(),
  }),
  errors: ['not-found'],
});
