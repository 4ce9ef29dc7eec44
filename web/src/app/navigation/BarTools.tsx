import { ActionIcon } from '@mantine/core';
import { Settings2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ColorSchemeToggle } from '../../data/appearance/ColorSchemeToggle.tsx';
import { LanguageSwitcher } from '../../data/appearance/LanguageSwitcher.tsx';
import { useLayout } from '../../data/appearance/layout-store.ts';
import { SearchButton } from '../search/SearchButton.tsx';
import { Bell } from '../../boards/bell/Bell.tsx';
import { UserMenu } from './UserMenu.tsx';

/** Buttons at the end of the app bar, in every layout. */
export function BarTools() {
  const { t } = useTranslation('shell');
  const open = useLayout((s) => s.customizerOpen);
  const setCustomizer = useLayout((s) => s.setCustomizer);
  const label = t('customizer.open');
  return (
    <>
      <SearchButton />
      <LanguageSwitcher />
      <ColorSchemeToggle />
      <ActionIcon size="lg" aria-label={label} title={label} aria-expanded={open} onClick={() => setCustomizer(true)}>
        <Settings2 size={20} aria-hidden="true" />
      </ActionIcon>
      <Bell />
      <UserMenu />
    </>
  );
}
