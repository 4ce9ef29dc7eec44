import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { BrandLogo } from '../../data/brand/BrandLogo.tsx';
import classes from './AppBar.module.css';
import { BarTools } from './BarTools.tsx';
import { changeLook } from '../../data/appearance/change-look.ts';
import type { MenuPlace } from '../../data/appearance/look.ts';
import { MenuButton } from './MenuButton.tsx';
import { useBrandName } from '../../data/brand/use-brand-name.ts';

export function AppBar({ place }: { readonly place: MenuPlace }) {
  const brandName = useBrandName();
  const { t } = useTranslation('shell');
  const Fold = place === 'full' ? PanelLeftClose : PanelLeftOpen;
  return (
    <div className={classes['bar']}>
      {place === 'drawer' ? <MenuButton /> : null}
      {place === 'full' || place === 'mini' ? (
        <ActionIcon
          size="lg"
          onClick={() => changeLook({ navigation: place === 'full' ? 'mini' : 'full' })}
          aria-label={place === 'full' ? t('nav.collapse') : t('nav.expand')}
        >
          <Fold size={20} className={classes['mirrored']} aria-hidden="true" />
        </ActionIcon>
      ) : (
        <Link to="/" className={classes['brand']} aria-label={t('nav.homeOf', { name: brandName })}>
          <BrandLogo size={place === 'row' ? 32 : 26} wordmark />
        </Link>
      )}
      <div className={classes['space']} />
      <BarTools />
    </div>
  );
}
