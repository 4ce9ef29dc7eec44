import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { completeSetup, getSetupState } from '@ringside/core/contract/access/session.ts';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { ProblemError } from '../../data/api/problem.ts';
import { startSession } from '../../data/api/session.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { useFieldErrors } from '../../data/form/use-field-errors.ts';
import { isLanguage } from '../../locales/language.ts';
import { LinkGone } from './LinkGone.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { SessionFrame } from './SessionFrame.tsx';

/** First page of a new console: creates the first administrator. Opened by the link that the server prints at start. */
export function SetupPage() {
  const { t } = useTranslation('session');
  const { token } = useSearch({ from: '/blank/setup' });
  const state = useQuery({ queryKey: ['session', 'setup'], queryFn: () => call(getSetupState), staleTime: 0 });
  if (state.data && !state.data.needed) return <LinkGone title={t('setup.done')} hint={t('setup.doneHint')} />;
  if (!token) return <LinkGone title={t('link.gone')} hint={t('setup.linkHint')} />;
  return <SetupForm token={token} />;
}

const START = { firstname: '', lastname: '', email: '', username: '', password: '' };

function SetupForm({ token }: { readonly token: string }) {
  const { t, i18n } = useTranslation('session');
  const router = useRouter();
  const errorText = useErrorText();
  const { errors, show, showProblem, clear, check } = useFieldErrors();
  const [values, setValues] = useState(START);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const set = (field: keyof typeof START) => (value: string) => {
    setValues((v) => ({ ...v, [field]: value }));
    clear(field);
  };
  const input = (field: Exclude<keyof typeof START, 'password'>) => ({
    name: field,
    label: t(`setup.${field}`),
    size: 'md' as const,
    value: values[field],
    onChange: (e: { currentTarget: { value: string } }) => set(field)(e.currentTarget.value),
    error: errors[field],
  });
  const submit = async (e: FormEvent): Promise<void> => {
    e.preventDefault();
    const body = {
      ...values,
      token,
      language: isLanguage(i18n.language) ? i18n.language : ('en' as const),
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    };
    const found = check(completeSetup.body, body);
    if (found.length > 0) return show(found);
    setBusy(true);
    setFailure(null);
    try {
      const signedIn = await call(completeSetup, { body });
      await startSession(signedIn.token);
      router.history.replace('/');
    } catch (error) {
      showProblem(error);
      setFailure(error);
      setBusy(false);
    }
  };
  if (failure instanceof ProblemError && failure.code === 'not-found') {
    return <LinkGone title={t('link.gone')} hint={t('setup.linkHint')} />;
  }
  return (
    <SessionFrame title={t('setup.title')} lead={t('setup.lead')}>
      <form onSubmit={(e) => void submit(e)} noValidate>
        <Stack mt="xl">
          {failure ? <Alert color="red" icon={<CircleAlert />} title={errorText(failure)} role="alert" /> : null}
          <Group grow align="flex-start" preventGrowOverflow={false}>
            <TextInput {...input('firstname')} autoComplete="given-name" autoFocus />
            <TextInput {...input('lastname')} autoComplete="family-name" />
          </Group>
          <TextInput {...input('email')} type="email" autoComplete="email" required />
          <TextInput {...input('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} required />
          <NewPasswordField value={values.password} onChange={set('password')} error={errors['password']} />
          <Button type="submit" size="md" mt="xs" loading={busy}>
            {t('setup.submit')}
          </Button>
        </Stack>
      </form>
    </SessionFrame>
  );
}
