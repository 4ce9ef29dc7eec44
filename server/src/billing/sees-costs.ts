import { can } from '@ringside/core/access/ability.ts';
import type { Caller } from '../http/context.ts';

/** What carriers ask, and what is left of a price after it: for the platform's staff who see plans and billing. Never a customer's. */
export const seesCosts = (caller: Caller): boolean =>
  caller.customerId === null &&
  caller.reach === 'platform' &&
  can(caller.abilities, 'read', 'plan') &&
  can(caller.abilities, 'read', 'billing');
