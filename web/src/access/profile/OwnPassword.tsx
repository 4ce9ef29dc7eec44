import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { changePassword } from '@ringside/core/contract/access/session.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { ProblemError } from '../../data/api/problem.ts';
import { userQuery, useUser } from '../../data/api/session.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { useFieldErrors } from '../../data/form/use-field-errors.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useTell } from '../../ui/use-tell.ts';

const EMPTY = { currentPassword: '', newPassword: '' };

export function OwnPassword() {
  const { t } = useTranslation('profile');
  const tell = useTell();
  const client = useQueryClient();
  const { username } = useUser();
  const errorText = useErrorText();
  const { errors, show, showProblem, clear, check } = useFieldErrors();
  const [values, setValues] = useState(EMPTY);
  const save = useMutation({
    mutationFn: () => call(changePassword, { body: values }),
    onSuccess: () => {
      setValues(EMPTY);
      void client.invalidateQueries({ queryKey: userQuery.queryKey });
      tell.done(t('password.changed'));
    },
    onError: showProblem,
  });
  const submit = (e: FormEvent): void => {
    e.preventDefault();
    const found = check(changePassword.body, values);
    show(found);
    if (found.length === 0) save.mutate();
  };
  const input = (field: keyof typeof EMPTY) => ({
    label: t(`password.${field}`),
    value: values[field],
    error: errors[field],
    visibilityToggleButtonProps: { 'aria-label': t('password.toggle'), tabIndex: 0 },
    onChange: (e: { currentTarget: { value: string } }) => {
      const { value } = e.currentTarget;
      setValues((v) => ({ ...v, [field]: value }));
      clear(field);
    },
  });
  const wrong = save.error instanceof ProblemError && save.error.code === 'wrong-credentials';
  const placed = save.error instanceof ProblemError && save.error.errors.length > 0;
  return (
    <Panel title={t('password.title')} description={t('password.hint')}>
      <form onSubmit={submit} noValidate>
        {/* Password managers need the user name to update the right password. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <Stack gap="md">
          {save.error && !placed ? (
            <Alert
              color="red"
              icon={<CircleAlert />}
              title={wrong ? t('password.wrong') : errorText(save.error)}
              role="alert"
            />
          ) : null}
          <PasswordInput {...input('currentPassword')} autoComplete="current-password" />
          <PasswordInput {...input('newPassword')} autoComplete="new-password" description={t('password.rule')} />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={!values.currentPassword || !values.newPassword}>
              {t('password.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
