import { can } from '@ringside/core/access/ability.ts';
import type { Caller } from '../platform/caller/caller.ts';

/**
 * Returns whether the caller may see carrier costs and margins: platform staff who may read plans and billing. Never users of a customer.
 */
export const seesCosts = (caller: Caller): boolean =>
  caller.customerId === null &&
  caller.reach === 'platform' &&
  can(caller.abilities, 'read', 'plan') &&
  can(caller.abilities, 'read', 'billing');
