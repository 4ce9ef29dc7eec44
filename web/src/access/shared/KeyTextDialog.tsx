import { Alert, Button, Group, Stack } from '@mantine/core';
import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../ui/CopyField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

/** Shows the secret of a new API key once. */
export function KeyTextDialog({ token, onClose }: { readonly token: string | null; readonly onClose: () => void }) {
  const { t } = useTranslation('apikey');
  return (
    <Dialog opened={token !== null} onClose={onClose} title={t('made.title')} size="lg">
      <Stack gap="md">
        <Alert color="yellow" icon={<ShieldAlert />}>
          {t('made.hint')}
        </Alert>
        <CopyField label={t('made.label')} value={token ?? ''} />
        <CopyField label={t('made.example')} value={`Authorization: Bearer ${token ?? ''}`} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('made.kept')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
