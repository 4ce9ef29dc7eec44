import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import {
  showSubscriberSecret,
  type SipAccount,
  type Subscriber,
} from '@ringside/core/contract/subscribers/subscriber.ts';
import { useMutation } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { ProblemError } from '../../data/api/problem.ts';
import { useUser } from '../../data/api/session.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';

/** Asks for the user's password, then passes on the SIP account with its password. */
export function ShowSecretDialog({
  line,
  onClose,
  onShown,
}: {
  readonly line: Subscriber | null;
  readonly onClose: () => void;
  readonly onShown: (account: SipAccount) => void;
}) {
  const { t } = useTranslation('subscriber');
  return (
    <Dialog opened={line !== null} onClose={onClose} title={t('secret.show')}>
      {line ? <Confirm line={line} onClose={onClose} onShown={onShown} /> : null}
    </Dialog>
  );
}

function Confirm({
  line,
  onClose,
  onShown,
}: {
  readonly line: Subscriber;
  readonly onClose: () => void;
  readonly onShown: (account: SipAccount) => void;
}) {
  const { t } = useTranslation(['subscriber', 'common']);
  const { username } = useUser();
  const errorText = useErrorText();
  const [password, setPassword] = useState('');
  const show = useMutation({
    mutationFn: () => call(showSubscriberSecret, { params: { id: line.id }, body: { password } }),
    // The response is not cached; only the dialog holds it.
    gcTime: 0,
    onSuccess: onShown,
  });
  const wrong = show.error instanceof ProblemError ? show.error.errors.find((e) => e.path === 'password') : undefined;
  const submit = (e: FormEvent): void => {
    e.preventDefault();
    if (password !== '' && !show.isPending) show.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Stack gap="md">
        <Text c="dimmed">{t('secret.hint')}</Text>
        {show.error && !wrong ? (
          <Alert color="red" icon={<TriangleAlert />} title={errorText(show.error)} role="alert" />
        ) : null}
        <PasswordInput
          label={t('secret.password')}
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={wrong?.message}
          onChange={(e) => {
            setPassword(e.currentTarget.value);
            show.reset();
          }}
          visibilityToggleButtonProps={{ 'aria-label': t('common:form.show'), tabIndex: 0 }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" loading={show.isPending} disabled={password === ''}>
            {t('secret.continue')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
