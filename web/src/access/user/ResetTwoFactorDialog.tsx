import { Alert, Button, Group, Text } from '@mantine/core';
import { resetUserTwoFactor } from '@ringside/core/contract/access/two-factor.ts';
import { type User, users } from '@ringside/core/contract/access/user.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { displayName } from '../../data/api/person.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { oneQuery } from '../../data/list/resource-queries.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useTell } from '../../ui/use-tell.ts';

/** Removes two-factor authentication of a user who lost their codes. null: closed. */
export function ResetTwoFactorDialog({ user, onClose }: { readonly user: User | null; readonly onClose: () => void }) {
  const { t } = useTranslation(['user', 'common']);
  const tell = useTell();
  const errorText = useErrorText();
  const client = useQueryClient();
  const reset = useMutation({
    mutationFn: (id: string) => call(resetUserTwoFactor, { params: { id } }),
    onSuccess: async (_, id) => {
      await client.invalidateQueries({ queryKey: oneQuery(users, id).queryKey });
      tell.done(t('twoFactor.done'));
      close();
    },
  });
  const close = (): void => {
    reset.reset();
    onClose();
  };
  return (
    <Dialog
      opened={user !== null}
      onClose={close}
      title={user ? t('twoFactor.title', { name: displayName(user) }) : ''}
    >
      <Text c="dimmed">{t('twoFactor.hint')}</Text>
      {reset.error ? (
        <Alert color="red" icon={<TriangleAlert />} title={errorText(reset.error)} mt="sm" role="alert" />
      ) : null}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close} data-autofocus>
          {t('common:actions.cancel')}
        </Button>
        <Button color="red.8" loading={reset.isPending} onClick={() => user && reset.mutate(user.id)}>
          {t('twoFactor.reset')}
        </Button>
      </Group>
    </Dialog>
  );
}
