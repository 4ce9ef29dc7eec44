import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog.tsx';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** The consequence of the action. */
  readonly hint: ReactNode;
  /** Text of the button that starts the action. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly loading?: boolean;
  /** `null`: no failed attempt. */
  readonly error?: string | null;
}

/** Asks before an action that cannot be undone. Focus starts on the cancel button. */
export function ConfirmDialog({ opened, onClose, title, hint, action, onConfirm, loading, error = null }: Props) {
  const { t } = useTranslation('common');
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Text c="dimmed">{hint}</Text>
      {error === null ? null : (
        <Alert color="red" mt="sm" role="alert">
          {error}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button color="red.8" loading={loading ?? false} onClick={onConfirm}>
          {action}
        </Button>
      </Group>
    </Dialog>
  );
}
