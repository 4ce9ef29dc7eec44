import { ActionIcon } from '@mantine/core';
import { Menu as MenuIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLayout } from '../../data/appearance/layout-store.ts';
import classes from './MenuButton.module.css';

/** Opens the menu as a drawer. `floating`: for layouts without an app bar. */
export function MenuButton({ floating = false }: { readonly floating?: boolean }) {
  const { t } = useTranslation('shell');
  const open = useLayout((s) => s.drawerOpen);
  const setDrawer = useLayout((s) => s.setDrawer);
  return (
    <ActionIcon
      size="lg"
      className={floating ? classes['floating'] : undefined}
      onClick={() => setDrawer(true)}
      aria-label={t('nav.open')}
      aria-expanded={open}
    >
      <MenuIcon size={20} aria-hidden="true" />
    </ActionIcon>
  );
}
