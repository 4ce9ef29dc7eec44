import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClose: () => void;
  readonly red?: boolean;
}

/** Cancel and confirm buttons of a dialog. */
export function DialogButtons({ label, disabled = false, onClose, red = false }: Props) {
  const { t } = useTranslation('common');
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        {t('actions.cancel')}
      </Button>
      <Button type="submit" disabled={disabled} {...(red ? { color: 'red' } : {})}>
        {label}
      </Button>
    </Group>
  );
}
