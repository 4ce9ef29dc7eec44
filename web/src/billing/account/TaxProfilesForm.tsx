import { Alert, Button, Group, Select, TextInput } from '@mantine/core';
import {
  createTaxProfile,
  deleteTaxProfile,
  listTaxProfiles,
  type TaxProfile,
  type TaxRateTerms,
  updateTaxProfile,
} from '@ringside/core/contract/billing/tax-profile.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useFieldErrors } from '../../data/form/use-field-errors.ts';
import { useTell } from '../../ui/use-tell.ts';
import classes from '../invoice/Invoices.module.css';
import { TaxInputs } from './TaxInputs.tsx';
import { useReason } from '../invoice/use-reason.ts';

/** Manages tax profiles, which several customers can share. */
export function TaxProfilesForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('invoice');
  const { data } = useQuery({
    queryKey: ['/tax-profiles'],
    queryFn: ({ signal }) => call(listTaxProfiles, { signal }),
  });
  const [chosen, setChosen] = useState<string | null>(null);
  if (data === undefined) return null;
  const id = chosen ?? data.data[0]?.id ?? 'new';
  const profile = data.data.find((one) => one.id === id);
  return (
    <div className={classes['drawer']}>
      <p className={classes['empty']}>{t('taxProfiles.hint')}</p>
      {data.data.length > 0 ? (
        <Select
          label={t('taxProfiles.one')}
          allowDeselect={false}
          data={[
            ...data.data.map((one) => ({ value: one.id, label: one.name })),
            { value: 'new', label: t('taxProfiles.add') },
          ]}
          value={id}
          onChange={setChosen}
        />
      ) : null}
      <ProfileForm key={`${id} ${profile?.version ?? 0}`} profile={profile} onDone={onDone} />
    </div>
  );
}

function ProfileForm({ profile, onDone }: { readonly profile: TaxProfile | undefined; readonly onDone: () => void }) {
  const { t } = useTranslation(['invoice', 'common']);
  const can = useCan();
  const reason = useReason();
  const tell = useTell();
  const client = useQueryClient();
  const { errors, at, showProblem } = useFieldErrors();
  const [name, setName] = useState(profile?.name ?? '');
  const [rates, setRates] = useState<TaxRateTerms[]>(() => profile?.rates ?? []);
  const after = {
    onSuccess: () => {
      tell.done(t('saved'));
      onDone();
    },
    onError: showProblem,
    onSettled: () => client.invalidateQueries({ queryKey: ['/tax-profiles'] }),
  };
  const save = useMutation({
    mutationFn: () =>
      profile === undefined
        ? call(createTaxProfile, { body: { name, rates } })
        : call(updateTaxProfile, {
            params: { id: profile.id },
            body: { name, rates },
            headers: { 'if-match': `"${profile.version}"` },
          }),
    ...after,
  });
  const remove = useMutation({
    mutationFn: async (id: string) => {
      await call(deleteTaxProfile, { params: { id } });
    },
    ...after,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  const failed = save.error ?? remove.error;
  return (
    <form noValidate onSubmit={submit} className={classes['drawer']}>
      <TextInput
        label={t('taxProfiles.name')}
        required
        value={name}
        error={errors['name']}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TaxInputs taxes={rates} path="rates" errorAt={at} onChange={setRates} />
      <p className={classes['empty']}>{t('settings.taxesHint')}</p>
      {failed !== null && (Object.keys(errors).length === 0 || errors['id'] !== undefined) ? (
        <Alert color="red" role="alert">
          {errors['id'] ?? reason(failed)}
        </Alert>
      ) : null}
      <Group justify="space-between">
        {profile !== undefined && profile.customers === 0 && can('delete', 'billing') ? (
          <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate(profile.id)}>
            {t('common:actions.delete')}
          </Button>
        ) : (
          <span className={classes['empty']}>
            {profile === undefined ? '' : t('taxProfiles.customers', { count: profile.customers })}
          </span>
        )}
        <Group>
          <Button variant="default" onClick={onDone}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            {t('common:actions.save')}
          </Button>
        </Group>
      </Group>
    </form>
  );
}
