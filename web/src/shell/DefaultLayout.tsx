import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PRODUCT } from '../ui/Logo.tsx';
import { AppBar } from './AppBar.tsx';
import classes from './DefaultLayout.module.css';
import { useLayout } from './layout-store.ts';
import { Navigation } from './Navigation.tsx';

const NavigationDrawer = lazy(async () => ({ default: (await import('./NavigationDrawer.tsx')).NavigationDrawer }));

/** Side navigation (260 px; mini 68 px that opens under the pointer; hidden), app bar, page, footer. */
export function DefaultLayout() {
  const { t } = useTranslation('shell');
  const navigation = useLayout((s) => s.navigation);
  const drawerOpen = useLayout((s) => s.drawerOpen);
  // Fetched when first opened; kept after that, so that it can slide out.
  const [drawerWanted, setDrawerWanted] = useState(drawerOpen);
  if (drawerOpen && !drawerWanted) setDrawerWanted(true);
  return (
    <div className={classes['shell']} data-nav={navigation}>
      <a href="#content" className={classes['skip']}>
        {t('skipToContent')}
      </a>
      <div className={classes['side']}>
        <Navigation />
      </div>
      {drawerWanted ? (
        <Suspense fallback={null}>
          <NavigationDrawer />
        </Suspense>
      ) : null}
      <div className={classes['column']}>
        <AppBar />
        <main id="content" tabIndex={-1} className={classes['content']}>
          <Outlet />
        </main>
        <footer className={classes['footer']}>
          <span>{PRODUCT}</span>
          <span>{t('footer')}</span>
        </footer>
      </div>
    </div>
  );
}
