import { Alert, Button, Loader, Stack, TextInput } from '@mantine/core';
import { lookAtInvite, setPassword } from '@ringside/core/contract/session.ts';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ProblemError } from '../../api/problem.ts';
import { startSession } from '../../api/session.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { useFieldErrors } from '../../crud/use-field-errors.ts';
import { CodeField } from './CodeField.tsx';
import { LinkGone } from './LinkGone.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { SessionFrame } from './SessionFrame.tsx';

/** Someone invited (or whose password was reset) chooses a password, and is signed in. */
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
    queryFn: () => call(lookAtInvite, { body: { token } }),
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
      // What is wrong with the code stands at the code.
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
