import { Alert, Button, Group, Text } from '@mantine/core';
import { type User, users } from '@ringside/core/contract/access/user.ts';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { displayName } from '../../data/api/person.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { useSave } from '../../data/list/resource-queries.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useTell } from '../../ui/use-tell.ts';

interface Closable {
  readonly onClose: () => void;
}

/** Releases an account from the API key that created it. null: closed. */
export function ReleaseDialog({ user, onClose }: Closable & { readonly user: User | null }) {
  const { t } = useTranslation('user');
  return (
    <Dialog
      opened={user !== null}
      onClose={onClose}
      title={user ? t('release.title', { name: displayName(user) }) : ''}
    >
      {user === null ? null : <Release user={user} onClose={onClose} />}
    </Dialog>
  );
}

function Release({ user, onClose }: Closable & { readonly user: User }) {
  const { t } = useTranslation(['user', 'common']);
  const tell = useTell();
  const errorText = useErrorText();
  const save = useSave(users, user);
  const release = (): void =>
    save.mutate(
      { viaKeyId: null },
      {
        onSuccess: () => {
          tell.done(t('release.done'));
          onClose();
        },
      },
    );
  return (
    <>
      <Text c="dimmed">{t('release.hint', { key: user.viaKeyName })}</Text>
      {save.error ? (
        <Alert color="red" icon={<TriangleAlert />} title={errorText(save.error)} mt="sm" role="alert" />
      ) : null}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common:actions.cancel')}
        </Button>
        <Button loading={save.isPending} onClick={release}>
          {t('release.action')}
        </Button>
      </Group>
    </>
  );
}
