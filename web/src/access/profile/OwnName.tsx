import { Alert, Button, Group, SimpleGrid, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateOwnUser, useUser } from '../../data/api/session.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { useRoleName } from '../shared/use-role-name.ts';
import { Panel } from '../../ui/Panel.tsx';
import { OwnEmail } from './OwnEmail.tsx';
import { OwnPicture } from './OwnPicture.tsx';
import { useTell } from '../../ui/use-tell.ts';

export function OwnName() {
  const { t } = useTranslation(['profile', 'common']);
  const tell = useTell();
  const user = useUser();
  const roleName = useRoleName();
  const errorText = useErrorText();
  const [firstname, setFirstname] = useState(user.firstname);
  const [lastname, setLastname] = useState(user.lastname);
  const save = useMutation({
    mutationFn: () => updateOwnUser({ firstname, lastname }),
    onSuccess: () => tell.done(t('common:form.saved')),
  });
  const dirty = firstname !== user.firstname || lastname !== user.lastname;
  return (
    <Panel title={t('name.title')} description={t('name.role', { role: roleName(user.role) })}>
      <OwnPicture />
      <form
        onSubmit={(e) => {
          e.preventDefault();
          save.mutate();
        }}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={t('name.firstname')}
            autoComplete="given-name"
            maxLength={128}
            value={firstname}
            onChange={(e) => setFirstname(e.currentTarget.value)}
          />
          <TextInput
            label={t('name.lastname')}
            autoComplete="family-name"
            maxLength={128}
            value={lastname}
            onChange={(e) => setLastname(e.currentTarget.value)}
          />
        </SimpleGrid>
        {save.isError ? (
          <Alert mt="md" color="red" icon={<CircleAlert />} title={errorText(save.error)} role="alert" />
        ) : null}
        <Group justify="flex-end" mt="md">
          <Button type="submit" disabled={!dirty} loading={save.isPending}>
            {t('common:actions.save')}
          </Button>
        </Group>
      </form>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mt="lg">
        <TextInput label={t('name.username')} value={user.username} readOnly dir="ltr" />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mt="md">
        <OwnEmail />
      </SimpleGrid>
    </Panel>
  );
}
