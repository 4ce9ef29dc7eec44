import { Alert, Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core';
import { listEndpointQueues } from '@ringside/core/contract/pbx/endpoint.ts';
import { adoptQueues } from '@ringside/core/contract/queues/queue-adoption.ts';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { ProblemError } from '../../data/api/problem.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useTell } from '../../ui/use-tell.ts';

type Seen = Awaited<ReturnType<typeof call<typeof listEndpointQueues>>>['data'][number];

const chosenOne = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Assigns queues that exist on the PBX but belong to no customer to a call center. They stay in the PBX's own files. */
export function AdoptQueues({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation(['queue', 'common']);
  const errorText = useErrorText();
  const tell = useTell();
  const client = useQueryClient();
  const [server, setServer] = useState<string | null>(null);
  const [callcenter, setCallcenter] = useState<string | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const seen = useQuery({
    queryKey: ['/endpoints', 'queues', server],
    queryFn:
      server === null
        ? skipToken
        : ({ signal }) => call(listEndpointQueues, { params: { id: Number(server) }, signal }),
  });
  const rows = seen.data?.data ?? [];
  const free = rows.filter((q) => q.queueId === null);
  const names = free.flatMap((q) => (left.has(q.name) ? [] : [q.name]));
  const adopt = useMutation({
    mutationFn: () => call(adoptQueues, { body: { serverId: Number(server), callcenterId: callcenter ?? '', names } }),
    onSuccess: ({ data }) => {
      tell.done(t('adopt.done', { count: data.length }));
      onDone();
    },
    // Refetch queue ownership whether or not the request succeeded.
    onSettled: () => client.invalidateQueries({ predicate: (q) => q.queryKey[0] !== 'session' }),
  });
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('adopt.hint')}</Text>
      <RefSelect
        resource="endpoints"
        label={t('fields.serverId')}
        required
        value={server}
        onChange={(value) => {
          setServer(chosenOne(value));
          setLeft(new Set());
          adopt.reset();
        }}
      />
      <RefSelect
        resource="callcenters"
        label={t('fields.callcenterId')}
        required
        nameOf={(row) => `${String(row['name'])} · ${String(row['customerName'])}`}
        value={callcenter}
        onChange={(value) => setCallcenter(chosenOne(value))}
      />
      {seen.isError ? <Alert color="red">{errorText(seen.error)}</Alert> : null}
      {server !== null && seen.isPending ? <Skeleton height={120} /> : null}
      {seen.isSuccess && free.length === 0 ? (
        <Text>{t(rows.length === 0 ? 'adopt.none' : 'adopt.allTaken')}</Text>
      ) : null}
      {free.length > 0 ? <FreeQueues free={free} left={left} onChange={setLeft} /> : null}
      <Owned rows={rows.filter((q) => q.queueId !== null)} />
      {adopt.error ? <Alert color="red">{reasonsOf(adopt.error, names) ?? errorText(adopt.error)}</Alert> : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('common:actions.cancel')}
        </Button>
        <Button
          loading={adopt.isPending}
          disabled={callcenter === null || names.length === 0}
          onClick={() => adopt.mutate()}
        >
          {t('adopt.do', { count: names.length })}
        </Button>
      </Group>
    </Stack>
  );
}

/** Returns the server's reasons, each with the rejected queue. */
const reasonsOf = (error: Error, names: readonly string[]): string | null => {
  if (!(error instanceof ProblemError) || error.errors.length === 0) return null;
  return error.errors
    .map(({ path, message }) => {
      const name = path.startsWith('names.') ? names[Number(path.slice('names.'.length))] : undefined;
      return name === undefined ? message : `\u2068${name}\u2069: ${message}`;
    })
    .join(' · ');
};

interface FreeQueuesProps {
  readonly free: readonly Seen[];
  /** Names of the queues that the user unticked. */
  readonly left: ReadonlySet<string>;
  readonly onChange: (left: ReadonlySet<string>) => void;
}

/** List of the queues to adopt, initially all checked. */
function FreeQueues({ free, left, onChange }: FreeQueuesProps) {
  const { t } = useTranslation('queue');
  const chosen = free.filter((q) => !left.has(q.name)).length;
  const toggle = (name: string): void => {
    const next = new Set(left);
    if (!next.delete(name)) next.add(name);
    onChange(next);
  };
  return (
    <Stack gap="xs" component="section" aria-label={t('adopt.free')}>
      <Checkbox
        label={t('adopt.all', { count: free.length })}
        checked={chosen === free.length}
        indeterminate={chosen > 0 && chosen < free.length}
        onChange={() => onChange(new Set(chosen === free.length ? free.map((q) => q.name) : []))}
      />
      {free.map((q) => (
        <FreeQueue key={q.name} queue={q} checked={!left.has(q.name)} onToggle={() => toggle(q.name)} />
      ))}
    </Stack>
  );
}

interface FreeProps {
  readonly queue: Seen;
  readonly checked: boolean;
  readonly onToggle: () => void;
}

/** One queue with its members. Members that are subscribers are shown as such, others by their PBX name. */
function FreeQueue({ queue, checked, onToggle }: FreeProps) {
  const { t } = useTranslation('queue');
  const { list } = useFormat();
  const isolated = (text: string): string => `\u2068${text}\u2069`;
  const known = queue.members.flatMap((m) => (m.line === null ? [] : [isolated(m.line)]));
  const unknown = queue.members.flatMap((m) =>
    m.line === null ? [isolated(m.name === m.interface ? m.name : `${m.name} (${m.interface})`)] : [],
  );
  return (
    <Checkbox
      label={<bdi dir="ltr">{queue.name}</bdi>}
      description={
        <>
          {queue.members.length === 0 ? t('adopt.nobody') : null}
          {known.length > 0 ? <span>{t('adopt.known', { count: known.length, names: list(known) })} </span> : null}
          {unknown.length > 0 ? (
            <span>{t('adopt.unknown', { count: unknown.length, names: list(unknown) })}</span>
          ) : null}
        </>
      }
      checked={checked}
      onChange={onToggle}
    />
  );
}

function Owned({ rows }: { readonly rows: readonly Seen[] }) {
  const { t } = useTranslation('queue');
  const { list } = useFormat();
  if (rows.length === 0) return null;
  const names = list(rows.map((q) => `\u2068${q.name}\u2069 (\u2068${q.customerName ?? ''}\u2069)`));
  return (
    <Text size="sm" c="dimmed">
      {t('adopt.owned', { names })}
    </Text>
  );
}
