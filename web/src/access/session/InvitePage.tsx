import { Alert, Button, Loader, Stack, TextInput } from '@mantine/core';
import { getInvite, setPassword } from '@ringside/core/contract/access/session.ts';
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
import { CodeField } from './CodeField.tsx';
import { LinkGone } from './LinkGone.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { SessionFrame } from './SessionFrame.tsx';

/** Lets an invited user, or one with a reset password, choose a password and signs them in. */
export function InvitePage() {
  const { t } = useTranslation('session');
  const token = String(useSearch({ strict: false }).token ?? '');
  const router = useRouter();
  const errorText = useErrorText();
  const { errors, show, showProblem, clear, check } = useFieldErrors();
  const [password, setPasswordText] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [codeWanted, setCodeWanted] = useState(false);
  const whose = useQuery({
    queryKey: ['session', 'invite', token],
    queryFn: () => call(getInvite, { body: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: Infinity,
  });
  const gone = (e: unknown): boolean => e instanceof ProblemError && (e.code === 'not-found' || e.code === 'invalid');
  if (token === '' || gone(whose.error) || (failure instanceof ProblemError && failure.code === 'not-found')) {
    return <LinkGone title={t('link.gone')} hint={t('invite.linkHint')} />;
  }
  const submit = async (e: FormEvent<HTMLFormElement>): Promise<void> => {
    e.preventDefault();
    const otp = String(new FormData(e.currentTarget).get('otp') ?? '').trim();
    const body = { token, password, ...(otp === '' ? {} : { otp }) };
    const found = check(setPassword.body, body);
    if (found.length > 0) return show(found);
    setBusy(true);
    setFailure(null);
    try {
      const signedIn = await call(setPassword, { body });
      await startSession(signedIn.token);
      router.history.replace('/');
    } catch (error) {
      const asksForCode = error instanceof ProblemError && error.code === 'one-time-code-required';
      if (asksForCode) setCodeWanted(true);
      showProblem(error);
      // Errors about the code appear at the code input.
      setFailure(asksForCode ? null : error);
      setBusy(false);
    }
  };
  const problem = failure ?? whose.error;
  const name = whose.data?.firstname || whose.data?.username;
  return (
    <SessionFrame title={name ? t('invite.titleOf', { name }) : t('invite.title')} lead={t('invite.lead')}>
      {whose.isPending ? <Loader mt="xl" /> : null}
      <form onSubmit={(e) => void submit(e)} noValidate>
        <Stack mt="xl">
          {problem ? <Alert color="red" icon={<CircleAlert />} title={errorText(problem)} role="alert" /> : null}
          {whose.data ? (
            <>
              <TextInput
                name="username"
                label={t('login.username')}
                size="md"
                readOnly
                value={whose.data.username}
                autoComplete="username"
              />
              <NewPasswordField
                value={password}
                onChange={(v) => {
                  setPasswordText(v);
                  clear('password');
                }}
                error={errors['password']}
              />
              {codeWanted ? <CodeField error={errors['otp']} /> : null}
              <Button type="submit" size="md" mt="xs" loading={busy}>
                {t('invite.submit')}
              </Button>
            </>
          ) : null}
        </Stack>
      </form>
    </SessionFrame>
  );
}
