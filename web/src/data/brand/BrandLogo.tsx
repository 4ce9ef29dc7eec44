import { useUser } from '../api/session.ts';
import { brandColor } from '../../ui/brand-color.ts';
import { Logo } from '../../ui/Logo.tsx';

/** Logo of the user's customer, or of its reseller. */
export function BrandLogo({ size, wordmark = false }: { readonly size: number; readonly wordmark?: boolean }) {
  const { brand } = useUser();
  return (
    <Logo
      size={size}
      wordmark={wordmark}
      name={brand.name || undefined}
      color={brandColor(brand.color)}
      picture={brand.logo ?? undefined}
    />
  );
}
