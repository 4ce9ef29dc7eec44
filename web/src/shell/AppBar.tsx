import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../ui/Logo.tsx';
import classes from './AppBar.module.css';
import { ColorSchemeToggle } from './ColorSchemeToggle.tsx';
import { keepPreference } from './keep-preference.ts';
import { LanguageSwitcher } from './LanguageSwitcher.tsx';
import { useLayout } from './layout-store.ts';
import { UserMenu } from './UserMenu.tsx';

export function AppBar() {
  const { t } = useTranslation('shell');
  const small = useMediaQuery('(max-width: 959.98px)', false, { getInitialValueInEffect: false });
  const { navigation, setNavigation, setDrawer } = useLayout();
  const inDrawer = small || navigation === 'hidden';
  const toggle = (): void => {
    if (inDrawer) return setDrawer(true);
    const next = navigation === 'full' ? 'mini' : 'full';
    setNavigation(next);
    keepPreference({ navigation: next });
  };
  return (
    <header className={classes['bar']}>
      <ActionIcon
        size="lg"
        onClick={toggle}
        aria-label={inDrawer ? t('nav.open') : navigation === 'full' ? t('nav.collapse') : t('nav.expand')}
      >
        <MenuIcon size={20} aria-hidden="true" />
      </ActionIcon>
      {inDrawer ? (
        <Link to="/" className={classes['brand']} aria-label={t('nav.homeOf')}>
          <Logo size={26} wordmark />
        </Link>
      ) : null}
      <div className={classes['space']} />
      <LanguageSwitcher />
      <ColorSchemeToggle />
      <UserMenu />
    </header>
  );
}
