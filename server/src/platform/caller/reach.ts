// Determines the customers that a caller may reach: their own customer and, with reach `subtree`, all customers below it.
import type { Caller } from './caller.ts';

/** Empty for a platform user, who may reach all customers. */
export const customersOf = (caller: Pick<Caller, 'customerId' | 'customerIds'>): readonly string[] =>
  caller.customerId === null ? [] : (caller.customerIds ?? [caller.customerId]);

/** Returns whether the caller may reach rows of this customer (`null`: the platform). */
export const reaches = (
  caller: Pick<Caller, 'customerId' | 'customerIds'>,
  customerId: string | null | undefined,
): boolean =>
  caller.customerId === null ||
  (customerId !== null && customerId !== undefined && customersOf(caller).includes(customerId));
