import { useUser } from '../api/session.ts';
import { PRODUCT } from '../ui/Logo.tsx';

/** What the console is called here: as the user's customer, or its reseller, calls it. */
export const useBrandName = (): string => useUser().brand.name || PRODUCT;
