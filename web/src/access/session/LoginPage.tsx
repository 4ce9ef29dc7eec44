import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useRouter, useSearch } from '@tanstack/react-router';
import { formatDuration } from '@ringside/core/base/duration.ts';
import { type FormEvent, type Ref, useRef, useState } from 'react';
import { CircleAlert, Fingerprint, Lock, type LucideIcon, Timer, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ConnectionError, ProblemError } from '../../data/api/problem.ts';
import { landingPath } from '../../data/api/landing-path.ts';
import { signIn } from '../../data/api/sign-in.ts';
import { Num } from '../../ui/Num.tsx';
import { useSecond } from '../../ui/use-second.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { CodeField } from './CodeField.tsx';
import { SessionFrame } from './SessionFrame.tsx';
import { usePasskey } from './use-passkey.ts';

type Trouble =
  | { readonly kind: 'wrong' | 'code' | 'connection' | 'other' | 'passkey' | 'noPasskey' | 'elsewhere' }
  | { readonly kind: 'locked'; readonly untilSecond: number };

/** Returns the problem to show; null if only the one-time code is missing. */
const troubleOf = (error: unknown, nowSecond: number): Trouble | null => {
  if (error instanceof ConnectionError) return { kind: 'connection' };
  if (!(error instanceof ProblemError)) return { kind: 'other' };
  if (error.status === 429) return { kind: 'locked', untilSecond: nowSecond + (error.retryAfterSeconds ?? 60) };
  if (error.code === 'one-time-code-required') return error.errors.length > 0 ? { kind: 'code' } : null;
  if (error.status === 401 || error.status === 422) return { kind: 'wrong' };
  return error.code === 'not-ready' ? { kind: 'connection' } : { kind: 'other' };
};

const passkeyTroubleOf = (error: unknown, nowSecond: number): Trouble | null => {
  // Checked by name, because the class is part of a library that is loaded on demand.
  if (error instanceof Error && error.name === 'DeviceRefusal') {
    return { kind: 'reason' in error && error.reason === 'elsewhere' ? 'elsewhere' : 'noPasskey' };
  }
  if (error instanceof ProblemError && error.status === 409) return { kind: 'elsewhere' };
  const found = troubleOf(error, nowSecond);
  return found?.kind === 'wrong' ? { kind: 'passkey' } : found;
};

const NONE_EMPTY = { username: false, password: false, otp: false };

export function LoginPage() {
  const { t } = useTranslation('session');
  const router = useRouter();
  const { redirect } = useSearch({ from: '/blank/login' });
  const now = useSecond();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [codeWanted, setCodeWanted] = useState(false);
  const [empty, setEmpty] = useState(NONE_EMPTY);
  const passwordInput = useRef<HTMLInputElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);
  const lockedFor = trouble?.kind === 'locked' ? Math.max(0, trouble.untilSecond - now) : 0;

  const enter = (): void => router.history.replace(redirect ?? landingPath());
  const passkey = usePasskey({ onSignedIn: enter, onFailed: (error) => setTrouble(passkeyTroubleOf(error, now)) });

  const submit = async (e: FormEvent<HTMLFormElement>): Promise<void> => {
    e.preventDefault();
    // Reads the form itself, because password managers fill inputs without events for React.
    const data = new FormData(e.currentTarget);
    const username = String(data.get('username') ?? '').trim();
    const password = String(data.get('password') ?? '');
    const otp = String(data.get('otp') ?? '').trim();
    const lacks = { username: username === '', password: password === '', otp: codeWanted && otp === '' };
    setEmpty(lacks);
    if (busy || lacks.username || lacks.password || lacks.otp) return;
    setBusy(true);
    setTrouble(null);
    try {
      await signIn({ username, password, ...(codeWanted ? { otp } : {}) });
      enter();
    } catch (error) {
      const found = troubleOf(error, now);
      if (found === null) setCodeWanted(true);
      if (found?.kind === 'wrong') setCodeWanted(false);
      setTrouble(found);
      setBusy(false);
      if (found?.kind === 'wrong') passwordInput.current?.select();
      if (found?.kind === 'code') codeInput.current?.select();
    }
  };
  const startAgain = (): void => {
    setCodeWanted(false);
    setTrouble(null);
    setEmpty(NONE_EMPTY);
  };

  return (
    <SessionFrame
      title={codeWanted ? t('login.codeTitle') : t('login.title')}
      lead={codeWanted ? t('login.codeLead') : t('login.lead')}
    >
      <form onSubmit={(e) => void submit(e)} noValidate>
        <Stack mt="xl" gap="md">
          <Complaint trouble={trouble} lockedFor={lockedFor} />
          <Credentials hidden={codeWanted} passwordInput={passwordInput} empty={empty} />
          {codeWanted ? <CodeField inputRef={codeInput} missing={empty.otp} /> : null}
          <Button type="submit" size="md" mt="xs" fullWidth loading={busy} disabled={lockedFor > 0}>
            {t('login.submit')}
          </Button>
          {codeWanted ? (
            <Button variant="subtle" onClick={startAgain}>
              {t('login.back')}
            </Button>
          ) : (
            <OtherWays
              passkey={passkey.available}
              busy={passkey.busy}
              onPasskey={() => {
                setTrouble(null);
                passkey.start();
              }}
            />
          )}
        </Stack>
      </form>
    </SessionFrame>
  );
}

interface OtherWaysProps {
  readonly passkey: boolean;
  readonly busy: boolean;
  readonly onPasskey: () => void;
}

function OtherWays({ passkey, busy, onPasskey }: OtherWaysProps) {
  const { t } = useTranslation('session');
  return (
    <>
      {passkey ? (
        <Button
          variant="default"
          size="md"
          fullWidth
          leftSection={<Fingerprint size={18} aria-hidden="true" />}
          loading={busy}
          onClick={onPasskey}
        >
          {t('login.passkey')}
        </Button>
      ) : null}
      <LinkButton to="/forgot-password" variant="subtle">
        {t('login.forgot')}
      </LinkButton>
    </>
  );
}

interface CredentialsProps {
  readonly hidden: boolean;
  readonly passwordInput: Ref<HTMLInputElement>;
  readonly empty: { readonly username: boolean; readonly password: boolean };
}

/** Only hidden while the code is requested, because the values are sent again with the code. */
function Credentials({ hidden, passwordInput, empty }: CredentialsProps) {
  const { t } = useTranslation('session');
  return (
    <Stack gap="md" display={hidden ? 'none' : 'flex'}>
      <TextInput
        name="username"
        label={t('login.username')}
        autoComplete="username webauthn"
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
    </Stack>
  );
}

const ICONS: Readonly<Record<Trouble['kind'], LucideIcon>> = {
  wrong: CircleAlert,
  code: Lock,
  connection: WifiOff,
  other: CircleAlert,
  locked: Timer,
  passkey: CircleAlert,
  noPasskey: Fingerprint,
  elsewhere: Fingerprint,
};

/** Problems that are not caused by wrong credentials. */
const MILD: ReadonlySet<Trouble['kind']> = new Set<Trouble['kind']>(['locked', 'connection', 'noPasskey', 'elsewhere']);

function Complaint({ trouble, lockedFor }: { readonly trouble: Trouble | null; readonly lockedFor: number }) {
  const { t } = useTranslation('session');
  if (!trouble || (trouble.kind === 'locked' && lockedFor === 0)) return null;
  const Icon = ICONS[trouble.kind];
  return (
    <Alert
      color={MILD.has(trouble.kind) ? 'yellow' : 'red'}
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
