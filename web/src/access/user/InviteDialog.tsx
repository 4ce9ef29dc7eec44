import { Alert, Button, Loader, Text } from '@mantine/core';
import { inviteUser, type User } from '@ringside/core/contract/access/user.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Mail, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { displayName } from '../../data/api/person.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { Dialog } from '../../ui/Dialog.tsx';

/** Creates a one-time link and shows it once for copying. */
export function InviteDialog({ user, onClose }: { readonly user: User | null; readonly onClose: () => void }) {
  const { t } = useTranslation('user');
  return (
    <Dialog
      opened={user !== null}
      onClose={onClose}
      title={user ? t('invite.title', { name: displayName(user) }) : ''}
      size="lg"
    >
      {user ? <Link user={user} /> : null}
    </Dialog>
  );
}

function Link({ user }: { readonly user: User }) {
  const { t } = useTranslation('user');
  const errorText = useErrorText();
  const format = useFormat();
  // Each opening creates a new link and invalidates earlier ones, so the query is not cached.
  const link = useQuery({
    queryKey: [`/users/${user.id}`, 'invite'],
    queryFn: () => call(inviteUser, { params: { id: user.id }, body: { send: false } }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: () => call(inviteUser, { params: { id: user.id }, body: { send: true } }),
    onSuccess: (sent) => client.setQueryData([`/users/${user.id}`, 'invite'], sent),
  });
  if (link.isError) return <Alert color="red" icon={<TriangleAlert />} title={errorText(link.error)} role="alert" />;
  if (!link.data) return <Loader />;
  return (
    <>
      <Text c="dimmed" mb="md" role="status">
        {t(link.data.sent ? 'invite.sent' : 'invite.hint', {
          date: format.dateTime(link.data.expiresAt),
          email: user.email,
        })}
      </Text>
      <CopyField label={t('invite.link')} value={link.data.url} />
      {sending.isError ? (
        <Alert color="red" icon={<TriangleAlert />} title={errorText(sending.error)} role="alert" mt="md" />
      ) : null}
      {link.data.sendable && !link.data.sent ? (
        <Button
          mt="md"
          leftSection={<Mail size={16} aria-hidden="true" />}
          loading={sending.isPending}
          onClick={() => sending.mutate()}
        >
          {t('invite.send')}
        </Button>
      ) : null}
    </>
  );
}
