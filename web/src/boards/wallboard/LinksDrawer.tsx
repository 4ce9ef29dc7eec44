import { Alert, Button, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import {
  createWallLink,
  listWallLinks,
  revokeWallLink,
  type WallLink,
} from '@ringside/core/contract/boards/wallboard-links.ts';
import type { Wallboard } from '@ringside/core/contract/boards/wallboard.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleMinus, Clock3, KeyRound, ShieldX } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { ProblemError } from '../../data/api/problem.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { Num } from '../../ui/Num.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from './LinksDrawer.module.css';

type Board = Pick<Wallboard, 'id' | 'name'>;

const linksKey = (id: string) => ['/wallboards', 'links', id] as const;

/** Manages links that open a board without sign-in: creates them, shows each once, and revokes them. */
export function LinksDrawer({ board, onClose }: { readonly board: Board | null; readonly onClose: () => void }) {
  const { t } = useTranslation('wallboard');
  return (
    <FormDrawer title={t('links.title')} opened={board !== null} onClose={onClose}>
      {board ? <Links key={board.id} board={board} /> : null}
    </FormDrawer>
  );
}

function Links({ board }: { readonly board: Board }) {
  const { t } = useTranslation('wallboard');
  const [url, setUrl] = useState<string | null>(null);
  const list = useQuery({
    queryKey: linksKey(board.id),
    queryFn: ({ signal }) => call(listWallLinks, { params: { id: board.id }, signal }),
  });
  return (
    <Stack gap="lg">
      <Text c="dimmed">{t('links.hint')}</Text>
      {url === null ? null : (
        <Alert icon={<KeyRound aria-hidden="true" />} title={t('links.once')}>
          <CopyField label={t('links.address')} value={url} />
        </Alert>
      )}
      <NewLink board={board} onMade={setUrl} />
      <ul className={classes['links']} aria-label={t('links.title')}>
        {(list.data?.data ?? []).map((link) => (
          <LinkLine key={link.id} link={link} board={board} />
        ))}
      </ul>
    </Stack>
  );
}

function NewLink({ board, onMade }: { readonly board: Board; readonly onMade: (url: string) => void }) {
  const { t } = useTranslation('wallboard');
  const client = useQueryClient();
  const errorText = useErrorText();
  const [name, setName] = useState('');
  const [days, setDays] = useState<number | string>(90);
  const [addresses, setAddresses] = useState('');
  const make = useMutation({
    mutationFn: () =>
      call(createWallLink, {
        params: { id: board.id },
        body: { name, days: Number(days), cidrs: addresses.split(/[\s,]+/).filter((a) => a !== '') },
      }),
    onSuccess: async ({ url }) => {
      onMade(url);
      setName('');
      await client.invalidateQueries({ queryKey: ['/wallboards'] });
    },
  });
  const faults = make.error instanceof ProblemError ? make.error.errors : [];
  const fault = (path: string): string | undefined => faults.find((f) => f.path.split('.')[0] === path)?.message;
  const submit = (e: FormEvent): void => {
    e.preventDefault();
    make.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <TextInput
        label={t('links.name')}
        placeholder={t('links.namePlaceholder')}
        value={name}
        onChange={(e) => setName(e.currentTarget.value)}
        error={fault('name')}
      />
      <NumberInput label={t('links.days')} value={days} onChange={setDays} min={1} max={365} error={fault('days')} />
      <Textarea
        className={classes['wide'] ?? ''}
        label={t('links.addresses')}
        description={t('links.addressesHint')}
        value={addresses}
        onChange={(e) => setAddresses(e.currentTarget.value)}
        autosize
        minRows={1}
        styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
        error={fault('cidrs')}
      />
      {make.error && faults.length === 0 ? <Alert color="red">{errorText(make.error)}</Alert> : null}
      <Button type="submit" loading={make.isPending} className={classes['wide'] ?? ''}>
        {t('links.make')}
      </Button>
    </form>
  );
}

const LOOKS = {
  active: ['ok', CircleCheck],
  expired: ['idle', Clock3],
  revoked: ['bad', CircleMinus],
} as const;

function LinkLine({ link, board }: { readonly link: WallLink; readonly board: Board }) {
  const { t } = useTranslation('wallboard');
  const { date, dateTime } = useFormat();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => call(revokeWallLink, { params: { id: link.id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: linksKey(board.id) }),
  });
  const [tone, icon] = LOOKS[link.status];
  return (
    <li className={classes['link']}>
      <div className={classes['about']}>
        <strong>
          <bdi>{link.name}</bdi>
        </strong>
        <StatusBadge tone={tone} icon={icon}>
          {t(`links.status.${link.status}`)}
        </StatusBadge>
        <span>{t('links.until', { date: date(link.expiresAt) })}</span>
        <span>
          {link.lastSeenAt === null ? t('links.neverSeen') : t('links.seen', { at: dateTime(link.lastSeenAt) })}{' '}
          {link.lastSeenIp === '' ? null : <Num>{link.lastSeenIp}</Num>}
        </span>
        {link.cidrs.length === 0 ? null : <Num>{link.cidrs.join(', ')}</Num>}
      </div>
      {link.status === 'active' ? (
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          leftSection={<ShieldX size={14} aria-hidden="true" />}
          loading={end.isPending}
          onClick={() => end.mutate()}
          aria-label={t('links.revokeNamed', { name: link.name })}
        >
          {t('links.revoke')}
        </Button>
      ) : null}
    </li>
  );
}
