import { TextInput } from '@mantine/core';
import { addPasskey, startPasskey } from '@ringside/core/contract/passkeys.ts';
import { getTwoFactor } from '@ringside/core/contract/two-factor.ts';
import { browserOf } from '@ringside/core/format/browser-of.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import type { DeviceReason } from '../../api/passkey-device.ts';
import { ConfirmForm } from './ConfirmForm.tsx';
import { useConfirmed } from './use-confirmed.ts';

interface Props {
  readonly onCancel: () => void;
  readonly onAdded: () => void;
}

const device = () => import('../../api/passkey-device.ts');

const NAMED = startPasskey.body.extend({ name: addPasskey.body.shape.name });
const NAMED_WITHOUT_CODE = NAMED.omit({ otp: true });

/** First who it is (a passkey goes past the code, so whoever has one gives it), then the browser's own dialogue. */
export function AddPasskey({ onCancel, onAdded }: Props) {
  const { t } = useTranslation('profile');
  const [reason, setReason] = useState<DeviceReason | null>(null);
  const factor = useQuery({ queryKey: ['session', 'two-factor'], queryFn: () => call(getTwoFactor) });
  const hasCode = (factor.data?.enabledAt ?? null) !== null;
  const form = useConfirmed(
    hasCode ? NAMED : NAMED_WITHOUT_CODE,
    { name: browserOf(navigator.userAgent).slice(0, 64), password: '', otp: '' },
    async ({ name, password, otp }) => {
      setReason(null);
      const { options } = await call(startPasskey, { body: { password, ...(hasCode ? { otp } : {}) } });
      const { makePasskey, DeviceRefusal } = await device();
      const credential = await makePasskey(options).catch((error: unknown) => {
        if (error instanceof DeviceRefusal) setReason(error.reason);
        throw error;
      });
      return call(addPasskey, { body: { name, credential } });
    },
    onAdded,
  );
  return (
    <ConfirmForm
      hint={t('passkeys.addHint')}
      problem={reason ? t(`passkeys.device.${reason}`) : form.problem}
      busy={form.busy}
      password={form.input('password')}
      {...(hasCode ? { code: form.input('otp') } : {})}
      submit={t('confirm.next')}
      onSubmit={form.submit}
      onCancel={onCancel}
    >
      <TextInput
        {...form.input('name')}
        label={t('passkeys.name')}
        description={t('passkeys.nameHint')}
        maxLength={64}
        data-autofocus
      />
    </ConfirmForm>
  );
}
