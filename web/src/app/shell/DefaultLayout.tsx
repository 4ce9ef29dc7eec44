import { Outlet, useMatches } from '@tanstack/react-router';
import { useCan } from '../../data/api/use-can.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import fault from '../../ui/page/Fault.module.css';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banners } from './Banners.tsx';
import { AppBar } from '../navigation/AppBar.tsx';
import { Breadcrumb } from '../navigation/Breadcrumb.tsx';
import { CustomizerTab } from '../../data/appearance/CustomizerTab.tsx';
import classes from './DefaultLayout.module.css';
import { useBrandInTitle } from '../../ui/page/page-title.ts';
import { useBrandName } from '../../data/brand/use-brand-name.ts';
import { useLayout } from '../../data/appearance/layout-store.ts';
import { MenuButton } from '../navigation/MenuButton.tsx';
import { Navigation } from '../navigation/Navigation.tsx';
import { Search } from '../search/Search.tsx';
import { useMenuPlace } from '../navigation/use-menu-place.ts';

// Loaded separately, because it contains the live connection, which the first paint does not need.
const ConnectionBanner = lazy(async () => ({ default: (await import('./ConnectionBanner.tsx')).ConnectionBanner }));
const NavigationDrawer = lazy(async () => ({
  default: (await import('../navigation/NavigationDrawer.tsx')).NavigationDrawer,
}));
const NavigationRow = lazy(async () => ({ default: (await import('../navigation/NavigationRow.tsx')).NavigationRow }));
const Customizer = lazy(async () => ({ default: (await import('../../data/appearance/Customizer.tsx')).Customizer }));

interface Props {
  /** Replaces the route's own page. */
  readonly children?: ReactNode;
}

/** Layout of all pages of signed-in users. Layout changes do not remount the page. */
export function DefaultLayout({ children }: Props) {
  const { t } = useTranslation('shell');
  const brandName = useBrandName();
  useBrandInTitle(brandName);
  const { skin, appBar, blur, footer, width, drawerOpen, customizerOpen } = useLayout();
  const place = useMenuPlace();
  const drawerWanted = useOnceTrue(drawerOpen);
  const customizerWanted = useOnceTrue(customizerOpen);
  return (
    <div
      className={classes['shell']}
      data-menu={place}
      data-skin={skin}
      data-app-bar={appBar}
      data-blur={appBar === 'fixed' && blur}
      data-footer={footer}
      data-width={width}
    >
      <a href="#content" className={classes['skip']}>
        {t('skipToContent')}
      </a>
      {place === 'full' || place === 'mini' ? (
        <div className={classes['side']} {...(skin === 'semi-dark' ? { 'data-ground': 'dark' } : {})}>
          <Navigation withUser={appBar === 'hidden'} />
        </div>
      ) : null}
      <Suspense fallback={null}>
        {drawerWanted ? <NavigationDrawer /> : null}
        {customizerWanted ? <Customizer /> : null}
      </Suspense>
      <div className={classes['column']}>
        <Banners />
        <Suspense fallback={null}>
          <ConnectionBanner />
        </Suspense>
        {appBar === 'hidden' && place !== 'row' ? null : (
          <header className={classes['head']}>
            {appBar === 'hidden' ? null : <AppBar place={place} />}
            {place === 'row' ? (
              <Suspense fallback={<div className={classes['rowToCome']} />}>
                <NavigationRow />
              </Suspense>
            ) : null}
          </header>
        )}
        {appBar === 'hidden' && place === 'drawer' ? <MenuButton floating /> : null}
        <main id="content" tabIndex={-1} className={classes['content']}>
          <div className={classes['page']} data-page>
            <Breadcrumb />
            {children ?? <AllowedPage />}
          </div>
        </main>
        {footer === 'hidden' ? null : (
          <footer className={classes['footer']}>
            <div className={classes['footerInner']}>
              <span>{brandName}</span>
              <span>{t('footer')}</span>
            </div>
          </footer>
        )}
      </div>
      <Search />
      <CustomizerTab always={appBar === 'hidden'} />
    </div>
  );
}

/** Renders the route's page, or a notice if the user lacks the permission. */
function AllowedPage() {
  const can = useCan();
  const access = useMatches({ select: (matches) => matches.at(-1)?.staticData.access });
  return access && !can(...access) ? <Refused /> : <Outlet />;
}

function Refused() {
  const { t } = useTranslation(['shell', 'common']);
  usePageTitle(t('common:errors.forbidden'));
  return (
    <div className={fault['fault']}>
      <p className={fault['status']}>403</p>
      <h1 className={fault['message']}>{t('common:errors.forbidden')}</h1>
      <p className={fault['hint']}>{t('refused.hint')}</p>
      <LinkButton to="/" mt="lg">
        {t('notFound.home')}
      </LinkButton>
    </div>
  );
}

/** Returns true once the value was true. The code loads on first opening and stays mounted for the closing animation. */
const useOnceTrue = (now: boolean): boolean => {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
};
