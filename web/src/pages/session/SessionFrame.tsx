import type { getBrand } from '@ringside/core/contract/session.ts';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ColorSchemeToggle } from '../../shell/ColorSchemeToggle.tsx';
import { LanguageSwitcher } from '../../shell/LanguageSwitcher.tsx';
import { type Address, call } from '../../api/call.ts';
import { brandColor } from '../../ui/brand-color.ts';
import { Logo } from '../../ui/Logo.tsx';
import { useBrandInTitle } from '../../ui/page-title.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { RingPicture } from './RingPicture.tsx';
import classes from './SessionFrame.module.css';

// A literal instead of the contract's value: the first load stays free of the schema library.
const GET_BRAND: Address<typeof getBrand> = { method: 'GET', path: '/brand' };

/** Pages before there is a session: a quiet picture on one side, one form on the other. */
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
  // Until it is known, and where it cannot be known, the product shows itself.
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
        style={brand.color === undefined ? undefined : ({ '--own': brand.color } as CSSProperties)}
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
