import { Button, TextInput } from '@mantine/core';
import { changeEmail } from '@ringside/core/contract/access/session.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { userQuery, useUser } from '../../data/api/session.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { useConfirmed } from './use-confirmed.ts';
import { useTell } from '../../ui/use-tell.ts';

/** The user's e-mail address, with a form to change it. */
export function OwnEmail() {
  const { t } = useTranslation('profile');
  const { email } = useUser();
  const [opened, setOpened] = useState(false);
  const close = (): void => setOpened(false);
  return (
    <>
      <TextInput label={t('name.email')} value={email} readOnly dir="ltr" />
      <Button variant="default" onClick={() => setOpened(true)} style={{ alignSelf: 'end', justifySelf: 'start' }}>
        {t('email.change')}
      </Button>
      <Dialog opened={opened} onClose={close} title={t('email.title')}>
        <Change onClose={close} />
      </Dialog>
    </>
  );
}

function Change({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['profile', 'common']);
  const tell = useTell();
  const client = useQueryClient();
  const form = useConfirmed(
    changeEmail.body,
    { email: '', password: '' },
    (body) => call(changeEmail, { body }),
    (user) => {
      client.setQueryData(userQuery.queryKey, user);
      tell.done(t('email.changed'));
      onClose();
    },
  );
  return (
    <ConfirmForm
      hint={t('email.hint')}
      problem={form.problem}
      busy={form.busy}
      password={form.input('password')}
      submit={t('email.change')}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      <TextInput
        {...form.input('email')}
        label={t('email.new')}
        type="email"
        autoComplete="email"
        maxLength={254}
        dir="ltr"
        data-autofocus
      />
    </ConfirmForm>
  );
}
