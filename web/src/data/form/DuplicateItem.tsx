import { Menu } from '@mantine/core';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Menu item that starts a new record as a copy of this one. */
export function DuplicateItem({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Menu.Item leftSection={<Copy size={16} aria-hidden="true" />} onClick={onClick}>
      {t('actions.duplicate')}
    </Menu.Item>
  );
}
