import { Button, Group, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../ui/Dialog.tsx';

interface Props {
  readonly dirty: () => boolean;
  /** What is being sent, if anything is. */
  readonly sent?: () => Promise<void> | null;
}

/** Asks before changes are lost: on leaving the page, closing the drawer (both are navigation) and closing the tab. */
export function UnsavedGuard({ dirty, sent }: Props) {
  const { t } = useTranslation('common');
  const { status, proceed, reset } = useBlocker({
    // The Escape that closes a drawer is over before the question is there: it must not answer it too.
    shouldBlockFn: async () => {
      if (!dirty()) return false;
      // Who leaves while it is being saved leaves once it is; the question would go with the form, and the way with it.
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
