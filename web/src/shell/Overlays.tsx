import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Confirmations and notifications, one place for each. */
export function Overlays({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <ModalsProvider labels={{ confirm: t('actions.confirm'), cancel: t('actions.cancel') }}>
      <Notifications position="bottom-right" autoClose={6000} />
      {children}
    </ModalsProvider>
  );
}
