import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import { Alert, Button, Group, NumberInput, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { CreateRange, createSubscriberRange, type SipAccount } from '@ringside/core/contract/subscribers/subscriber.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { ProblemError } from '../../data/api/problem.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import { useListAddress } from '../../data/list/use-list-address.ts';
import { useFieldErrors } from '../../data/form/use-field-errors.ts';
import { PlaceSelect, useServers } from '../../routing/destination/place-inputs.tsx';

/** Creates a subscriber for each extension of a range. */
export function AddRangeForm({
  onMade,
  onCancel,
}: {
  readonly onMade: (accounts: readonly SipAccount[]) => void;
  readonly onCancel: () => void;
}) {
  const { t } = useTranslation(['subscriber', 'common']);
  const form = useRange(onMade);
  const { values, set, errors } = form;
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{t('range.hint')}</Text>
        {form.problem ? <Alert color="red" icon={<TriangleAlert />} title={form.problem} role="alert" /> : null}
        <Place form={form} />
        <SimpleGrid cols={2}>
          {(['from', 'to'] as const).map((field) => (
            <TextInput
              key={field}
              label={t(`range.${field}`)}
              required
              inputMode="numeric"
              maxLength={10}
              autoComplete="off"
              styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
              value={values[field]}
              error={errors[field]}
              onChange={(e) => set(field, e.currentTarget.value.trim())}
            />
          ))}
        </SimpleGrid>
        <TextInput
          label={t('range.namePrefix')}
          description={t('range.nameHint', { name: `${values.namePrefix} ${values.from || '100'}`.trim() })}
          required
          maxLength={16}
          value={values.namePrefix}
          error={errors['namePrefix']}
          onChange={(e) => set('namePrefix', e.currentTarget.value)}
        />
        <NumberInput
          label={t('fields.callLimit')}
          min={1}
          max={20}
          allowDecimal={false}
          value={values.callLimit}
          error={errors['callLimit']}
          onChange={(value) => set('callLimit', Number(value))}
        />
        <Switch
          label={t('fields.webrtc')}
          description={t('help.webrtc')}
          checked={values.webrtc}
          onChange={(e) => set('webrtc', e.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t('range.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Place({ form: { values, set, errors } }: { readonly form: ReturnType<typeof useRange> }) {
  const { t } = useTranslation('subscriber');
  const staff = useSeesCustomers();
  const servers = useServers();
  return (
    <>
      {staff ? (
        <RefSelect
          label={t('fields.customerId')}
          required
          resource="customers"
          value={values.customerId}
          error={errors['customerId']}
          onChange={(value) => set('customerId', value as string)}
        />
      ) : null}
      {!staff && servers?.length === 1 ? null : (
        <PlaceSelect
          customerId={values.customerId}
          description={undefined}
          required={staff}
          label={t('fields.serverId')}
          value={values.serverId}
          error={errors['serverId']}
          onChange={(value) => set('serverId', value as string)}
        />
      )}
    </>
  );
}

interface RangeValues {
  readonly customerId: string | null;
  readonly serverId: string | null;
  readonly from: string;
  readonly to: string;
  readonly namePrefix: string;
  readonly callLimit: number;
  readonly webrtc: boolean;
}

const useRange = (onMade: (accounts: readonly SipAccount[]) => void) => {
  const { t } = useTranslation('subscriber');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [{ customerId }] = useListAddress();
  const { errors, show, showProblem, clear, check } = useFieldErrors();
  const [values, setValues] = useState<RangeValues>({
    customerId: customerId === undefined ? null : String(customerId),
    serverId: null,
    from: '',
    to: '',
    namePrefix: t('range.phone'),
    callLimit: 2,
    webrtc: false,
  });
  const body = () => ({
    ...values,
    customerId: values.customerId ?? undefined,
    serverId: values.serverId === null ? undefined : Number(values.serverId),
  });
  const make = useMutation({
    mutationFn: () => call(createSubscriberRange, { body: body() }),
    gcTime: 0,
    onSuccess: async ({ data }) => {
      await client.invalidateQueries({ queryKey: ['/subscribers'] });
      onMade(data);
    },
    onError: showProblem,
  });
  const placed = make.error instanceof ProblemError && make.error.errors.some((e) => e.path in values);
  return {
    values,
    errors,
    busy: make.isPending,
    problem: make.error && !placed ? errorText(make.error) : null,
    set: <K extends keyof RangeValues>(field: K, value: RangeValues[K]): void => {
      setValues((old) => ({ ...old, [field]: value }));
      clear(field);
    },
    submit: (e: FormEvent): void => {
      e.preventDefault();
      const found = check(CreateRange, body());
      show(found);
      if (found.length === 0 && !make.isPending) make.mutate();
    },
  };
};
