// Whose data a caller may reach: his own customer's, and with a role of the reach `subtree` those below it.
import type { Caller } from './context.ts';

/** Empty: the platform's staff, who have no customer to stop at. */
export const customersOf = (caller: Pick<Caller, 'customerId' | 'customerIds'>): readonly string[] =>
  caller.customerId === null ? [] : (caller.customerIds ?? [caller.customerId]);

/** Whether a row of this customer (null: the platform's) is within the caller's walls. */
export const reaches = (
  caller: Pick<Caller, 'customerId' | 'customerIds'>,
  customerId: string | null | undefined,
): boolean =>
  caller.customerId === null ||
  (customerId !== null && customerId !== undefined && customersOf(caller).includes(customerId));
