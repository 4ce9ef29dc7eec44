import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../data/api/session.ts';

interface InputValue {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (e: { currentTarget: { value: string } }) => void;
}

interface Props {
  readonly hint: string;
  readonly problem: string | null;
  readonly busy: boolean;
  readonly password?: InputValue;
  /** A code of the authenticator app, or a recovery code. */
  readonly code?: InputValue;
  readonly children?: ReactNode;
  readonly submit: string;
  readonly danger?: boolean;
  readonly onSubmit: (e: FormEvent) => void;
  readonly onCancel: () => void;
}

/** Asks for the password or a code again before a change to the sign-in settings. */
export function ConfirmForm({ hint, problem, busy, password, code, children, submit, danger, ...on }: Props) {
  const { t } = useTranslation(['profile', 'common']);
  const { username } = useUser();
  return (
    <form onSubmit={on.onSubmit} noValidate>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Stack gap="md">
        <Text c="dimmed">{hint}</Text>
        {problem ? <Alert color="red" icon={<CircleAlert />} title={problem} role="alert" /> : null}
        {children}
        {password ? (
          <PasswordInput
            {...password}
            label={t('confirm.password')}
            autoComplete="current-password"
            data-autofocus={children ? undefined : true}
            visibilityToggleButtonProps={{ 'aria-label': t('password.toggle'), tabIndex: 0 }}
          />
        ) : null}
        {code ? (
          <TextInput
            {...code}
            label={t('confirm.code')}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={32}
            dir="ltr"
          />
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={on.onCancel}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" loading={busy} {...(danger ? { color: 'red.8' } : {})}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
