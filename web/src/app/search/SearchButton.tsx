import { ActionIcon } from '@mantine/core';
import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearch } from './search-store.ts';

export function SearchButton() {
  const { t } = useTranslation('shell');
  const open = useSearch((s) => s.open);
  const setOpen = useSearch((s) => s.setOpen);
  return (
    <ActionIcon
      size="lg"
      aria-label={t('search')}
      title={`${t('search')} (Ctrl+Shift+/)`}
      aria-keyshortcuts="Control+Shift+/ Control+K"
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={() => setOpen(true)}
    >
      <Search size={20} aria-hidden="true" />
    </ActionIcon>
  );
}
