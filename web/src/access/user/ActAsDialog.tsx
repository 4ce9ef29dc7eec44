import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { User } from '@ringside/core/contract/access/user.ts';
import { useMutation } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { actAs } from '../../data/api/act-as.ts';
import { displayName } from '../../data/api/person.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';

/** Asks for a reason and starts impersonating the user. */
export function ActAsDialog({ user, onClose }: { readonly user: User | null; readonly onClose: () => void }) {
  const { t } = useTranslation(['user', 'common']);
  const errorText = useErrorText();
  const [reason, setReason] = useState('');
  const act = useMutation({ mutationFn: (id: string) => actAs(id, reason) });
  const submit = (e: FormEvent): void => {
    e.preventDefault();
    if (user) act.mutate(user.id);
  };
  return (
    <Dialog opened={user !== null} onClose={onClose} title={t('actAs.title', { name: user ? displayName(user) : '' })}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text c="dimmed">{t('actAs.hint')}</Text>
          {act.error ? <Alert color="red" icon={<TriangleAlert />} title={errorText(act.error)} role="alert" /> : null}
          <TextInput
            label={t('actAs.reason')}
            required
            minLength={3}
            maxLength={255}
            value={reason}
            data-autofocus
            onChange={(e) => setReason(e.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:actions.cancel')}
            </Button>
            <Button type="submit" loading={act.isPending}>
              {t('actAs.action')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
