import { Alert, Button, FileButton, Group, Select, Textarea, TextInput } from '@mantine/core';
import {
  createIssuer,
  type Issuer,
  listIssuers,
  setIssuerLogo,
  updateIssuer,
} from '@ringside/core/contract/billing/issuer.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useFieldErrors } from '../../data/form/use-field-errors.ts';
import { useTell } from '../../ui/use-tell.ts';
import classes from '../invoice/Invoices.module.css';
import { useReason } from '../invoice/use-reason.ts';

const LINES = ['name', 'legalName', 'taxId', 'email', 'phone', 'website'] as const;
const TEXTS = ['address', 'paymentDetails', 'footer'] as const;
const PREFIXES = ['invoicePrefix', 'creditPrefix'] as const;
type Key = (typeof LINES)[number] | (typeof TEXTS)[number] | (typeof PREFIXES)[number];

const valuesOf = (issuer: Issuer | undefined): Record<Key, string> => ({
  ...{ name: '', legalName: '', taxId: '', email: '', phone: '', website: '', address: '', paymentDetails: '' },
  ...{ footer: '', invoicePrefix: 'INV-', creditPrefix: 'CN-' },
  ...(issuer === undefined
    ? {}
    : Object.fromEntries([...LINES, ...TEXTS, ...PREFIXES].map((key) => [key, issuer[key]]))),
});

/** Manages invoice issuers. The first one exists from the start. */
export function IssuersForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('invoice');
  const { data } = useQuery({ queryKey: ['/issuers'], queryFn: ({ signal }) => call(listIssuers, { signal }) });
  const [chosen, setChosen] = useState<string | null>(null);
  if (data === undefined) return null;
  const id = chosen ?? data.data[0]?.id ?? 'new';
  const issuer = data.data.find((one) => one.id === id);
  return (
    <div className={classes['drawer']}>
      <p className={classes['empty']}>{t('issuers.hint')}</p>
      {data.data.length > 0 ? (
        <Select
          label={t('issuers.one')}
          allowDeselect={false}
          data={[
            ...data.data.map((one) => ({ value: one.id, label: one.name })),
            { value: 'new', label: t('issuers.add') },
          ]}
          value={id}
          onChange={setChosen}
        />
      ) : null}
      <IssuerForm key={`${id} ${issuer?.version ?? 0}`} issuer={issuer} onDone={onDone} />
    </div>
  );
}

function IssuerForm({ issuer, onDone }: { readonly issuer: Issuer | undefined; readonly onDone: () => void }) {
  const { t } = useTranslation(['invoice', 'common']);
  const reason = useReason();
  const tell = useTell();
  const client = useQueryClient();
  const { errors, showProblem } = useFieldErrors();
  const [values, setValues] = useState(() => valuesOf(issuer));
  const set = (key: Key, value: string): void => setValues((all) => ({ ...all, [key]: value }));
  const save = useMutation({
    mutationFn: () =>
      issuer === undefined
        ? call(createIssuer, { body: values })
        : call(updateIssuer, { params: { id: issuer.id }, body: values }),
    onSuccess: () => {
      tell.done(t('saved'));
      onDone();
    },
    onError: showProblem,
    onSettled: () => client.invalidateQueries({ queryKey: ['/issuers'] }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className={classes['drawer']}>
      <div className={classes['columns']}>
        {[...LINES, ...PREFIXES].map((key) => (
          <TextInput
            key={key}
            label={t(`issuers.fields.${key}`)}
            required={key === 'name'}
            value={values[key]}
            error={errors[key]}
            onChange={(event) => set(key, event.currentTarget.value)}
          />
        ))}
      </div>
      {TEXTS.map((key) => (
        <Textarea
          key={key}
          label={t(`issuers.fields.${key}`)}
          autosize
          minRows={2}
          value={values[key]}
          error={errors[key]}
          onChange={(event) => set(key, event.currentTarget.value)}
        />
      ))}
      {issuer === undefined ? null : <LogoInput issuer={issuer} />}
      {save.isError && Object.keys(errors).length === 0 ? (
        <Alert color="red" role="alert">
          {reason(save.error)}
        </Alert>
      ) : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending} disabled={values.name.trim() === ''}>
          {t('common:actions.save')}
        </Button>
      </Group>
    </form>
  );
}

const base64Of = async (file: File): Promise<string> => {
  let text = '';
  for (const byte of new Uint8Array(await file.arrayBuffer())) text += String.fromCharCode(byte);
  return btoa(text);
};

function LogoInput({ issuer }: { readonly issuer: Issuer }) {
  const { t } = useTranslation(['invoice', 'common']);
  const tell = useTell();
  const reason = useReason();
  const client = useQueryClient();
  const keep = useMutation({
    mutationFn: async (file: File | null) =>
      call(setIssuerLogo, { params: { id: issuer.id }, body: { image: file === null ? '' : await base64Of(file) } }),
    onSuccess: () => tell.done(t('saved')),
    onError: (error) => tell.failed(reason(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['/issuers'] }),
  });
  return (
    <Group>
      <FileButton accept="image/png,image/jpeg" onChange={(file) => (file === null ? undefined : keep.mutate(file))}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={keep.isPending}
            leftSection={<ImageUp size={16} aria-hidden="true" />}
          >
            {issuer.hasLogo ? t('issuers.newLogo') : t('issuers.logo')}
          </Button>
        )}
      </FileButton>
      {issuer.hasLogo ? (
        <Button variant="subtle" color="red" onClick={() => keep.mutate(null)}>
          {t('issuers.noLogo')}
        </Button>
      ) : null}
    </Group>
  );
}
