import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly label: string;
  readonly busy: boolean;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onCancel: () => void;
  /** Absent: the button submits its form. */
  readonly onConfirm?: () => void;
}

export function ConfirmButtons({ label, busy, danger = false, disabled = false, onCancel, onConfirm }: Props) {
  const { t } = useTranslation('common');
  return (
    <Group justify="flex-end" mt="lg">
      <Button variant="default" onClick={onCancel}>
        {t('actions.cancel')}
      </Button>
      <Button
        type={onConfirm === undefined ? 'submit' : 'button'}
        loading={busy}
        disabled={disabled}
        {...(danger ? { color: 'red' } : {})}
        {...(onConfirm === undefined ? {} : { onClick: onConfirm })}
      >
        {label}
      </Button>
    </Group>
  );
}
