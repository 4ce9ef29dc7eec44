import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { enableTwoFactor, startTwoFactor } from '@ringside/core/contract/access/two-factor.ts';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { useConfirmed } from './use-confirmed.ts';

interface Props {
  readonly onCancel: () => void;
  readonly onEnabled: (recoveryCodes: readonly string[]) => void;
}

/** Asks for the password, then shows the seed and asks for a code from the app. */
export function EnableTwoFactor({ onCancel, onEnabled }: Props) {
  const { t } = useTranslation('profile');
  const [seed, setSeed] = useState<{ readonly seed: string; readonly uri: string } | null>(null);
  const form = useConfirmed(startTwoFactor.body, { password: '' }, (body) => call(startTwoFactor, { body }), setSeed);
  if (seed) return <ProveSeed {...seed} onCancel={onCancel} onEnabled={onEnabled} />;
  return (
    <ConfirmForm
      hint={t('twoFactor.passwordHint')}
      problem={form.problem}
      busy={form.busy}
      password={form.input('password')}
      submit={t('confirm.next')}
      onSubmit={form.submit}
      onCancel={onCancel}
    />
  );
}

function ProveSeed({ seed, uri, onCancel, onEnabled }: Props & { readonly seed: string; readonly uri: string }) {
  const { t } = useTranslation(['profile', 'common']);
  const form = useConfirmed(
    enableTwoFactor.body,
    { otp: '' },
    (body) => call(enableTwoFactor, { body }),
    ({ recoveryCodes }) => onEnabled(recoveryCodes),
  );
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{t('twoFactor.scan')}</Text>
        {form.problem ? <Alert color="red" icon={<CircleAlert />} title={form.problem} role="alert" /> : null}
        <QrCode text={uri} label={t('twoFactor.qr')} />
        <CopyField label={t('twoFactor.seed')} value={seed.replace(/(.{4})(?=.)/g, '$1 ')} />
        <TextInput
          {...form.input('otp')}
          label={t('twoFactor.code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={8}
          dir="ltr"
          autoFocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t('twoFactor.enable')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
