import { Drawer } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PRODUCT } from '../ui/Logo.tsx';
import { AppBar } from './AppBar.tsx';
import classes from './DefaultLayout.module.css';
import { useLayout } from './layout-store.ts';
import { Navigation } from './Navigation.tsx';

/** Side navigation (260 px; mini 68 px that opens under the pointer; hidden), app bar, page, footer. */
export function DefaultLayout() {
  const { t } = useTranslation('shell');
  const navigation = useLayout((s) => s.navigation);
  const drawerOpen = useLayout((s) => s.drawerOpen);
  const setDrawer = useLayout((s) => s.setDrawer);
  const closeDrawer = (): void => setDrawer(false);
  return (
    <div className={classes['shell']} data-nav={navigation}>
      <a href="#content" className={classes['skip']}>
        {t('skipToContent')}
      </a>
      <div className={classes['side']}>
        <Navigation />
      </div>
      <Drawer
        opened={drawerOpen}
        onClose={closeDrawer}
        size={280}
        withCloseButton={false}
        padding={0}
        aria-label={t('nav.label')}
        classNames={{ body: classes['drawer'] ?? '' }}
      >
        <Navigation onNavigate={closeDrawer} />
      </Drawer>
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
