import { useUser } from '../api/session.ts';
import { Logo } from '../ui/Logo.tsx';

/** Of a customer's choice; white is read on each. */
const COLORS: Readonly<Record<string, string>> = {
  indigo: '#3730a3',
  blue: '#1d4ed8',
  teal: '#0f766e',
  green: '#15803d',
  amber: '#b45309',
  red: '#b91c1c',
  pink: '#be185d',
  slate: '#334155',
};

/** The mark of the console as the user's customer, or its reseller, wants it. */
export function BrandLogo({ size, wordmark = false }: { readonly size: number; readonly wordmark?: boolean }) {
  const { brand } = useUser();
  return <Logo size={size} wordmark={wordmark} name={brand.name || undefined} color={COLORS[brand.color]} />;
}
