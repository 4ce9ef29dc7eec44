import { TextInput } from '@mantine/core';
import { addPasskey, startPasskeyRegistration } from '@ringside/core/contract/access/passkeys.ts';
import { getTwoFactor } from '@ringside/core/contract/access/two-factor.ts';
import { browserOf } from '@ringside/core/base/browser-of.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import type { DeviceReason } from '../../data/api/passkey-device.ts';
import { ConfirmForm } from './ConfirmForm.tsx';
import { useConfirmed } from './use-confirmed.ts';

interface Props {
  readonly onCancel: () => void;
  readonly onAdded: () => void;
}

const device = () => import('../../data/api/passkey-device.ts');

const NAMED = startPasskeyRegistration.body.extend({ name: addPasskey.body.shape.name });
const NAMED_WITHOUT_CODE = NAMED.omit({ otp: true });

/** Asks for the password (and the second factor, which a passkey replaces), then opens the browser's passkey dialog. */
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
      const { options } = await call(startPasskeyRegistration, { body: { password, ...(hasCode ? { otp } : {}) } });
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
