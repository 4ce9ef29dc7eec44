import { Menu } from '@mantine/core';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** The line of a menu that begins a new record like this one. */
export function DuplicateItem({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Menu.Item leftSection={<Copy size={16} aria-hidden="true" />} onClick={onClick}>
      {t('actions.duplicate')}
    </Menu.Item>
  );
}
