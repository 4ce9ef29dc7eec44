import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { keepPreference } from './keep-preference.ts';

export function ColorSchemeToggle() {
  const { t } = useTranslation('shell');
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const label = scheme === 'dark' ? t('scheme.toLight') : t('scheme.toDark');
  const toggle = (): void => {
    const next = scheme === 'dark' ? 'light' : 'dark';
    setColorScheme(next);
    keepPreference({ scheme: next });
  };
  return (
    <ActionIcon size="lg" aria-label={label} title={label} onClick={toggle}>
      {scheme === 'dark' ? <Sun size={20} aria-hidden="true" /> : <Moon size={20} aria-hidden="true" />}
    </ActionIcon>
  );
}
