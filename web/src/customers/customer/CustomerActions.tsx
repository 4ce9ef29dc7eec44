import { Button } from '@mantine/core';
import { Trash2, Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../data/api/session.ts';
import { useCan } from '../../data/api/use-can.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';

/** Buttons in the page header. */
export function CustomerActions({ id, onRemove }: { readonly id: string; readonly onRemove: () => void }) {
  const { t } = useTranslation(['customer', 'common']);
  const can = useCan();
  const own = useUser().customerId;
  return (
    <>
      {can('read', 'billing') ? (
        <LinkButton
          to="/customers/$customer/account"
          params={{ customer: id }}
          variant="default"
          leftSection={<Wallet size={16} aria-hidden="true" />}
        >
          {t('account')}
        </LinkButton>
      ) : null}
      {can('delete', 'customer') && own !== id ? (
        <Button variant="default" leftSection={<Trash2 size={16} aria-hidden="true" />} onClick={onRemove}>
          {t('common:actions.delete')}
        </Button>
      ) : null}
    </>
  );
}
