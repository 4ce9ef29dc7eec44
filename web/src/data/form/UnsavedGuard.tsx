import { Button, Group, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Dialog.tsx';

interface Props {
  readonly dirty: () => boolean;
  /** Returns the promise of a running save, or null. */
  readonly sent?: () => Promise<void> | null;
}

/** Asks before unsaved changes are lost: on leaving the page, closing the drawer (both are navigation) and closing the tab. */
export function UnsavedGuard({ dirty, sent }: Props) {
  const { t } = useTranslation('common');
  const { status, proceed, reset } = useBlocker({
    // Waits one task, so that the Escape key that closes a drawer does not also answer the question.
    shouldBlockFn: async () => {
      if (!dirty()) return false;
      // Waits for a running save before leaving. Otherwise the save would remove the form, and the question and the navigation with it.
      await sent?.();
      if (!dirty()) return false;
      await new Promise((resolve) => setTimeout(resolve));
      return true;
    },
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  return (
    <Dialog opened={status === 'blocked'} onClose={() => reset?.()} title={t('form.unsaved')} zIndex={400}>
      <Text c="dimmed">{t('form.unsavedHint')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => proceed?.()}>
          {t('actions.leave')}
        </Button>
        <Button onClick={() => reset?.()} data-autofocus>
          {t('actions.stay')}
        </Button>
      </Group>
    </Dialog>
  );
}
