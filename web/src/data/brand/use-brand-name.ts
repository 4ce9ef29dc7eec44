import { useUser } from '../api/session.ts';
import { PRODUCT } from '../../ui/Logo.tsx';

/** Returns the product name set by the user's customer or its reseller. */
export const useBrandName = (): string => useUser().brand.name || PRODUCT;
