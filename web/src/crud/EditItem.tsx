import { Menu } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** The line of a menu that opens a record to be edited. */
export function EditItem({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Menu.Item leftSection={<Pencil size={16} aria-hidden="true" />} onClick={onClick}>
      {t('actions.edit')}
    </Menu.Item>
  );
}
