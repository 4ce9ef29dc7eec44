import { Menu } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Menu item that opens the delete confirmation of a record. */
export function DeleteItem({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Menu.Item color="red" leftSection={<Trash2 size={16} aria-hidden="true" />} onClick={onClick}>
      {t('actions.delete')}
    </Menu.Item>
  );
}
