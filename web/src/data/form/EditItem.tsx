import { Menu } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Menu item that opens a record for editing. */
export function EditItem({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Menu.Item leftSection={<Pencil size={16} aria-hidden="true" />} onClick={onClick}>
      {t('actions.edit')}
    </Menu.Item>
  );
}
