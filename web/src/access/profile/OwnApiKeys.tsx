import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { createOwnApiKey, listOwnApiKeys, deleteOwnApiKey } from '@ringside/core/contract/access/api-key.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus, TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { ProblemError } from '../../data/api/problem.ts';
import { useUser } from '../../data/api/session.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { keyInputs } from '../shared/key-inputs.tsx';
import { KeyTextDialog } from '../shared/KeyTextDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Num } from '../../ui/Num.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useTell } from '../../ui/use-tell.ts';
import classes from './OwnSessions.module.css';

const KEYS = ['apikey', 'own'] as const;

/** API keys of the user's own programs. */
export function OwnApiKeys() {
  const { t } = useTranslation('apikey');
  const tell = useTell();
  const format = useFormat();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [making, setMaking] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const list = useQuery({ queryKey: KEYS, queryFn: () => call(listOwnApiKeys) });
  const again = () => client.invalidateQueries({ queryKey: KEYS });
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteOwnApiKey, { params: { id } }),
    onSuccess: () => tell.done(t('own.removed')),
    onError: (error) => tell.failed(errorText(error)),
    onSettled: again,
  });
  const keys = list.data?.data ?? [];
  return (
    <Panel
      title={t('own.title')}
      description={t('own.hint')}
      flush
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} aria-hidden="true" />}
          onClick={() => setMaking(true)}
        >
          {t('words.add')}
        </Button>
      }
    >
      {list.isError ? <EmptyState compact tone="bad" icon={TriangleAlert} title={errorText(list.error)} /> : null}
      {list.isPending ? <Skeleton height={48} width="auto" m="md" /> : null}
      <ul className={classes['list']}>
        {keys.map((key) => (
          <li key={key.id} className={classes['item']}>
            <KeyRound size={20} aria-hidden="true" className={classes['icon']} />
            <div className={classes['words']}>
              <div>
                <bdi>{key.name}</bdi> · <Num>{`cck_live_${key.prefix}…${key.last4}`}</Num>
              </div>
              <div className={classes['dim']}>
                {t(`options.status.${key.status}`)}
                {key.expiresAt ? ` · ${t('own.until', { date: format.date(key.expiresAt) })}` : null}
                {' · '}
                {key.lastUsedAt ? t('own.used', { date: format.dateTime(key.lastUsedAt) }) : t('own.unused')}
              </div>
            </div>
            <Button
              variant="default"
              size="xs"
              aria-label={`${t('own.remove')}: ${key.name}`}
              loading={remove.isPending && remove.variables === key.id}
              onClick={() => remove.mutate(key.id)}
            >
              {t('own.remove')}
            </Button>
          </li>
        ))}
      </ul>
      <Dialog opened={making} onClose={() => setMaking(false)} title={t('words.add')} size="xl">
        <NewKey
          onCancel={() => setMaking(false)}
          onMade={(text) => {
            setMaking(false);
            setToken(text);
            void again();
          }}
        />
      </Dialog>
      <KeyTextDialog token={token} onClose={() => setToken(null)} />
    </Panel>
  );
}

function NewKey({ onCancel, onMade }: { readonly onCancel: () => void; readonly onMade: (token: string) => void }) {
  const { t } = useTranslation(['apikey', 'common']);
  const me = useUser();
  const errorText = useErrorText();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>([]);
  const [cidrs, setCidrs] = useState<string[]>([]);
  const [expiresAt, setExpiresAt] = useState<string | undefined>(undefined);
  const make = useMutation({
    mutationFn: () =>
      call(createOwnApiKey, {
        body: { name, scopes: scopes as 'read:live'[], cidrs, ...(expiresAt === undefined ? {} : { expiresAt }) },
      }),
    onSuccess: (key) => onMade(key.token),
  });
  const inputs = keyInputs(me.abilities);
  const problems = make.error instanceof ProblemError ? make.error.errors : [];
  const errorOf = (field: string) => problems.find((p) => p.path.split('.')[0] === field)?.message;
  const input = (field: 'expiresAt' | 'cidrs' | 'scopes', value: unknown, onChange: (value: never) => void) =>
    inputs[field]?.({
      label: t(`fields.${field}`),
      description: field === 'cidrs' ? t('help.cidrs') : undefined,
      required: false,
      value,
      onChange: onChange as (value: unknown) => void,
      error: errorOf(field),
    });
  const submit = (e: FormEvent): void => {
    e.preventDefault();
    make.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('fields.name')}
          value={name}
          error={errorOf('name')}
          maxLength={64}
          data-autofocus
          onChange={(e) => setName(e.currentTarget.value)}
        />
        {input('scopes', scopes, setScopes)}
        {input('expiresAt', expiresAt, setExpiresAt)}
        {input('cidrs', cidrs, setCidrs)}
        {make.error && problems.length === 0 ? (
          <EmptyState compact tone="bad" icon={TriangleAlert} title={errorText(make.error)} />
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" loading={make.isPending}>
            {t('common:actions.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
