import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';

/** Returns functions that show a short notification, which closes by itself. Its close button has an accessible name. */
export const useTell = (): { readonly done: (message: string) => void; readonly failed: (message: string) => void } => {
  const { t } = useTranslation('common');
  const show = (color: string) => (message: string) =>
    void notifications.show({ color, message, closeButtonProps: { 'aria-label': t('actions.close') } });
  return { done: show('teal'), failed: show('red') };
};
