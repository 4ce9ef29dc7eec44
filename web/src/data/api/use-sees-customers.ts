import { useUser } from './session.ts';

/** Returns whether the user sees rows of several customers: platform staff and users of resellers. */
export const useSeesCustomers = (): boolean => {
  const { customerId, manyCustomers } = useUser();
  return customerId === null || manyCustomers;
};
