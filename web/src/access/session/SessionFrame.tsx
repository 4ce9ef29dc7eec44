import type { getBrand } from '@ringside/core/contract/access/session.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ColorSchemeToggle } from '../../data/appearance/ColorSchemeToggle.tsx';
import { LanguageSwitcher } from '../../data/appearance/LanguageSwitcher.tsx';
import { type Address, call } from '../../data/api/call.ts';
import { brandColor } from '../../ui/brand-color.ts';
import { Logo } from '../../ui/Logo.tsx';
import { useBrandInTitle } from '../../ui/page/page-title.ts';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { RingPicture } from './RingPicture.tsx';
import classes from './SessionFrame.module.css';

// A literal instead of the contract's value keeps the schema library out of the first load.
const GET_BRAND: Address<typeof getBrand> = { method: 'GET', path: '/brand' };

/** Layout of pages without a session: a picture on one side and a form on the other. */
export function SessionFrame({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('session');
  usePageTitle(title);
  // Until the brand is known, or if it fails to load, the page shows the product's own.
  const { data } = useQuery({
    queryKey: ['brand'],
    queryFn: () => call<typeof getBrand>(GET_BRAND),
    staleTime: Infinity,
    retry: false,
  });
  useBrandInTitle(data?.name ?? '');
  const brand = {
    name: data?.name || undefined,
    color: brandColor(data?.color ?? 'standard'),
    picture: data?.logo ?? undefined,
  };
  return (
    <div className={classes['frame']}>
      <aside
        className={brand.color === undefined ? classes['brand'] : `${classes['brand']} ${classes['own']}`}
        style={brand.color === undefined ? undefined : { '--own': brand.color }}
      >
        <RingPicture className={classes['picture'] ?? ''} />
        <Logo size={36} wordmark inverse name={brand.name} picture={brand.picture} />
        <div className={classes['promise']}>
          <p className={classes['claim']}>{t('brand.claim')}</p>
          <p className={classes['detail']}>{t('brand.detail')}</p>
        </div>
      </aside>
      <div className={classes['side']}>
        <header className={classes['tools']}>
          <span className={classes['smallLogo']}>
            <Logo size={30} wordmark name={brand.name} color={brand.color} picture={brand.picture} />
          </span>
          <LanguageSwitcher />
          <ColorSchemeToggle />
        </header>
        <main className={classes['main']}>
          <h1 className={classes['title']}>{title}</h1>
          {lead ? <p className={classes['lead']}>{lead}</p> : null}
          {children}
        </main>
      </div>
    </div>
  );
}
