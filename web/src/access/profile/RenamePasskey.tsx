import { TextInput } from '@mantine/core';
import { type Passkey, renamePasskey } from '@ringside/core/contract/access/passkeys.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { ConfirmForm } from './ConfirmForm.tsx';
import { useConfirmed } from './use-confirmed.ts';

interface Props {
  readonly passkey: Passkey;
  readonly onCancel: () => void;
  readonly onRenamed: () => void;
}

export function RenamePasskey({ passkey, onCancel, onRenamed }: Props) {
  const { t } = useTranslation('profile');
  const form = useConfirmed(
    renamePasskey.body,
    { name: passkey.name },
    (body) => call(renamePasskey, { params: { id: passkey.id }, body }),
    onRenamed,
  );
  return (
    <ConfirmForm
      hint={t('passkeys.nameHint')}
      problem={form.problem}
      busy={form.busy}
      submit={t('passkeys.rename')}
      onSubmit={form.submit}
      onCancel={onCancel}
    >
      <TextInput {...form.input('name')} label={t('passkeys.name')} maxLength={64} data-autofocus />
    </ConfirmForm>
  );
}
