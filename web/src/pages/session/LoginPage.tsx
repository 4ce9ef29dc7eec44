import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useRouter, useSearch } from '@tanstack/react-router';
import { formatDuration } from '@ringside/core/format/duration.ts';
import { type FormEvent, useRef, useState } from 'react';
import { CircleAlert, Lock, type LucideIcon, Timer, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ConnectionError, ProblemError } from '../../api/problem.ts';
import { signIn } from '../../api/sign-in.ts';
import { Num } from '../../ui/Num.tsx';
import { useSecond } from '../../ui/use-second.ts';
import { SessionFrame } from './SessionFrame.tsx';

type Trouble =
  | { readonly kind: 'wrong' | 'code' | 'connection' | 'other' }
  | { readonly kind: 'locked'; readonly untilSecond: number };

const troubleOf = (error: unknown, nowSecond: number): Trouble => {
  if (error instanceof ConnectionError) return { kind: 'connection' };
  if (!(error instanceof ProblemError)) return { kind: 'other' };
  if (error.status === 429) return { kind: 'locked', untilSecond: nowSecond + (error.retryAfterSeconds ?? 60) };
  if (error.code === 'one-time-code-required') return { kind: 'code' };
  if (error.status === 401 || error.status === 422) return { kind: 'wrong' };
  return error.code === 'not-ready' ? { kind: 'connection' } : { kind: 'other' };
};

export function LoginPage() {
  const { t } = useTranslation('session');
  const router = useRouter();
  const { redirect } = useSearch({ from: '/blank/login' });
  const now = useSecond();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [codeWanted, setCodeWanted] = useState(false);
  const [empty, setEmpty] = useState<{ username: boolean; password: boolean }>({ username: false, password: false });
  const passwordInput = useRef<HTMLInputElement>(null);
  const lockedFor = trouble?.kind === 'locked' ? Math.max(0, trouble.untilSecond - now) : 0;

  const submit = async (e: FormEvent<HTMLFormElement>): Promise<void> => {
    e.preventDefault();
    // Read from the form itself: password managers fill inputs without telling React.
    const data = new FormData(e.currentTarget);
    const username = String(data.get('username') ?? '').trim();
    const password = String(data.get('password') ?? '');
    const otp = String(data.get('otp') ?? '').trim();
    setEmpty({ username: username === '', password: password === '' });
    if (busy || username === '' || password === '') return;
    setBusy(true);
    setTrouble(null);
    try {
      await signIn({ username, password, ...(otp ? { otp } : {}) });
      router.history.replace(redirect ?? '/');
    } catch (error) {
      const found = troubleOf(error, now);
      if (found.kind === 'code') setCodeWanted(true);
      setTrouble(found);
      setBusy(false);
      if (found.kind === 'wrong') passwordInput.current?.select();
    }
  };

  return (
    <SessionFrame title={t('login.title')} lead={t('login.lead')}>
      <form onSubmit={(e) => void submit(e)} noValidate>
        <Stack mt="xl" gap="md">
          <Complaint trouble={trouble} lockedFor={lockedFor} />
          <TextInput
            name="username"
            label={t('login.username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            size="md"
            autoFocus
            error={empty.username ? t('login.needUsername') : undefined}
          />
          <PasswordInput
            ref={passwordInput}
            name="password"
            label={t('login.password')}
            autoComplete="current-password"
            size="md"
            visibilityToggleButtonProps={{ 'aria-label': t('password.toggle'), tabIndex: 0 }}
            error={empty.password ? t('login.needPassword') : undefined}
          />
          {codeWanted ? (
            <TextInput
              name="otp"
              label={t('login.code')}
              autoComplete="one-time-code"
              inputMode="numeric"
              size="md"
              autoFocus
            />
          ) : null}
          <Button type="submit" size="md" mt="xs" fullWidth loading={busy} disabled={lockedFor > 0}>
            {t('login.submit')}
          </Button>
        </Stack>
      </form>
    </SessionFrame>
  );
}

const ICONS: Readonly<Record<Trouble['kind'], LucideIcon>> = {
  wrong: CircleAlert,
  code: Lock,
  connection: WifiOff,
  other: CircleAlert,
  locked: Timer,
};

function Complaint({ trouble, lockedFor }: { readonly trouble: Trouble | null; readonly lockedFor: number }) {
  const { t } = useTranslation('session');
  if (!trouble || (trouble.kind === 'locked' && lockedFor === 0)) return null;
  const Icon = ICONS[trouble.kind];
  return (
    <Alert
      color={trouble.kind === 'code' ? 'ring' : trouble.kind === 'wrong' || trouble.kind === 'other' ? 'red' : 'yellow'}
      icon={<Icon aria-hidden="true" />}
      title={t(`login.trouble.${trouble.kind}`)}
      role="alert"
    >
      {trouble.kind === 'locked' ? (
        <>
          {t('login.troubleHint.locked')} <Num>{formatDuration(lockedFor)}</Num>
        </>
      ) : (
        t(`login.troubleHint.${trouble.kind}`)
      )}
    </Alert>
  );
}
