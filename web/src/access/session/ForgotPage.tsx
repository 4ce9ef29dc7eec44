import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { requestPasswordReset } from '@ringside/core/contract/access/session.ts';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { SessionFrame } from './SessionFrame.tsx';

/** Requests a password reset link. The response does not reveal whether the account exists. */
export function ForgotPage() {
  const { t } = useTranslation('session');
  const errorText = useErrorText();
  const [missing, setMissing] = useState(false);
  const ask = useMutation({ mutationFn: (username: string) => call(requestPasswordReset, { body: { username } }) });
  const submit = (e: FormEvent<HTMLFormElement>): void => {
    e.preventDefault();
    const username = String(new FormData(e.currentTarget).get('username') ?? '').trim();
    setMissing(username === '');
    if (username !== '' && !ask.isPending) ask.mutate(username);
  };
  if (ask.data) {
    return (
      <SessionFrame title={ask.data.byMail ? t('forgot.sent') : t('forgot.ask')}>
        <Text c="dimmed" mt="sm" role="status">
          {ask.data.byMail ? t('forgot.sentHint') : t('forgot.askHint')}
        </Text>
        <LinkButton to="/login" mt="xl" variant="default" size="md">
          {t('link.toLogin')}
        </LinkButton>
      </SessionFrame>
    );
  }
  return (
    <SessionFrame title={t('forgot.title')} lead={t('forgot.lead')}>
      <form onSubmit={submit} noValidate>
        <Stack mt="xl" gap="md">
          {ask.error ? <Alert color="red" icon={<CircleAlert />} title={errorText(ask.error)} role="alert" /> : null}
          <TextInput
            name="username"
            label={t('login.username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            size="md"
            autoFocus
            error={missing ? t('login.needUsername') : undefined}
          />
          <Button type="submit" size="md" mt="xs" fullWidth loading={ask.isPending}>
            {t('forgot.submit')}
          </Button>
          <LinkButton to="/login" variant="subtle">
            {t('link.toLogin')}
          </LinkButton>
        </Stack>
      </form>
    </SessionFrame>
  );
}
