import { ActionIcon, useComputedColorScheme } from '@mantine/core';
import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { changeLook } from './change-look.ts';

export function ColorSchemeToggle() {
  const { t } = useTranslation('shell');
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const label = scheme === 'dark' ? t('scheme.toLight') : t('scheme.toDark');
  const toggle = (): void => changeLook({ scheme: scheme === 'dark' ? 'light' : 'dark' });
  return (
    <ActionIcon size="lg" aria-label={label} title={label} onClick={toggle}>
      {scheme === 'dark' ? <Sun size={20} aria-hidden="true" /> : <Moon size={20} aria-hidden="true" />}
    </ActionIcon>
  );
}
