import { Alert, Loader, Text } from '@mantine/core';
import { inviteUser, type User } from '@ringside/core/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { displayName } from '../../api/person.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { Dialog } from '../../ui/Dialog.tsx';

/** Makes a one-time link and shows it once, to be copied and handed over. */
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
  // Each opening makes a fresh link (the earlier ones stop working), so nothing of it is kept.
  const link = useQuery({
    queryKey: [`/users/${user.id}`, 'invite'],
    queryFn: () => call(inviteUser, { params: { id: user.id } }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (link.isError) return <Alert color="red" icon={<TriangleAlert />} title={errorText(link.error)} role="alert" />;
  if (!link.data) return <Loader />;
  return (
    <>
      <Text c="dimmed" mb="md">
        {t('invite.hint', { date: format.dateTime(link.data.expiresAt) })}
      </Text>
      <CopyField label={t('invite.link')} value={link.data.url} />
    </>
  );
}
