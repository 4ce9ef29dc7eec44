import { useUser } from './session.ts';

/** Whether rows of more than one customer come before the user: the platform's staff, and a reseller's people. */
export const useSeesCustomers = (): boolean => {
  const { customerId, manyCustomers } = useUser();
  return customerId === null || manyCustomers;
};
