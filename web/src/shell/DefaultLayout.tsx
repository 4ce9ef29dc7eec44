import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActingBanner } from './ActingBanner.tsx';
import { AllowedPage } from './AllowedPage.tsx';
import { AppBar } from './AppBar.tsx';
import { Breadcrumb } from './Breadcrumb.tsx';
import { CustomizerTab } from './CustomizerTab.tsx';
import classes from './DefaultLayout.module.css';
import { useBrandInTitle } from '../ui/page-title.ts';
import { useBrandName } from './use-brand-name.ts';
import { useLayout } from './layout-store.ts';
import { MenuButton } from './MenuButton.tsx';
import { Navigation } from './Navigation.tsx';
import { Search } from './search/Search.tsx';
import { StandingBanner } from './StandingBanner.tsx';
import { useMenuPlace } from './use-menu-place.ts';

const NavigationDrawer = lazy(async () => ({ default: (await import('./NavigationDrawer.tsx')).NavigationDrawer }));
const NavigationRow = lazy(async () => ({ default: (await import('./NavigationRow.tsx')).NavigationRow }));
const Customizer = lazy(async () => ({ default: (await import('./Customizer.tsx')).Customizer }));

interface Props {
  /** Instead of the route's own page. */
  readonly children?: ReactNode;
}

/** The frame of every page of a signed-in person. The page itself is never mounted again when the frame changes. */
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
        <ActingBanner />
        <StandingBanner />
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

/** Its chunk is fetched when it is first opened; it stays after that, so that it can slide out. */
const useOnceTrue = (now: boolean): boolean => {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
};
