import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLayout } from '../../data/appearance/layout-store.ts';
import { Navigation } from './Navigation.tsx';
import classes from './NavigationDrawer.module.css';

/** Navigation drawer for small screens and for a hidden side column. */
export function NavigationDrawer() {
  const { t } = useTranslation('shell');
  const open = useLayout((s) => s.drawerOpen);
  const setDrawer = useLayout((s) => s.setDrawer);
  const skin = useLayout((s) => s.skin);
  const withUser = useLayout((s) => s.appBar === 'hidden');
  const close = (): void => setDrawer(false);
  return (
    <Drawer
      opened={open}
      onClose={close}
      size={280}
      withCloseButton={false}
      padding={0}
      aria-label={t('nav.label')}
      classNames={{ body: classes['body'] ?? '' }}
      attributes={{ content: skin === 'semi-dark' ? { 'data-ground': 'dark' } : {} }}
    >
      <Navigation onNavigate={close} withUser={withUser} />
    </Drawer>
  );
}
