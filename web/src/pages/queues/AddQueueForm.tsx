import { Autocomplete } from '@mantine/core';
import { callcenters } from '@ringside/core/contract/callcenters.ts';
import { endpointQueues } from '@ringside/core/contract/endpoints.ts';
import { type Queue, queues } from '@ringside/core/contract/queues.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import type { Copied } from '../../crud/copy-of.ts';
import type { InputProps } from '../../crud/FieldInput.tsx';
import { oneQuery } from '../../crud/resource-queries.ts';
import { ResourceForm } from '../../crud/ResourceForm.tsx';
import { ServerSelect } from '../../crud/ServerSelect.tsx';

/** Brings a queue of a PBX into a call center: the server first, then one of the queues seen on it. */
export function AddQueueForm({
  callcenterId,
  copied,
  onDone,
  onSaved = onDone,
}: {
  /** Preset when the form was opened from a call center. */
  readonly callcenterId?: string | number | undefined;
  /** Of another queue, when this one is to be like it. */
  readonly copied?: Copied;
  readonly onDone: () => void;
  readonly onSaved?: (row: Queue) => void;
}) {
  return (
    <ResourceForm
      resource={queues}
      initial={copied?.initial ?? (callcenterId === undefined ? {} : { callcenterId: String(callcenterId) })}
      fixed={copied?.fixed ?? {}}
      inputs={{
        serverId: (input, form) => (
          <QueuePlace {...input} callcenterId={(form.values['callcenterId'] as string | null | undefined) || null} />
        ),
        name: (input, form) => (
          <QueueNameInput {...input} serverId={(form.values['serverId'] as string | null) ?? null} />
        ),
      }}
      order={['serverId', 'name', 'callcenterId', 'label']}
      onSaved={onSaved}
      onCancel={onDone}
    />
  );
}

function QueuePlace({ callcenterId, ...input }: InputProps & { readonly callcenterId: string | null }) {
  const one = oneQuery(callcenters, callcenterId ?? '');
  const { data } = useQuery({ ...one, queryFn: callcenterId === null ? skipToken : one.queryFn });
  // What the call center says, where nobody has chosen yet.
  const { value, onChange } = input;
  const usual = data?.defaultServerId ?? null;
  const [offered, setOffered] = useState<number | null>(null);
  useEffect(() => {
    if (usual === null || usual === offered) return;
    setOffered(usual);
    if (value === null || value === undefined || value === '') onChange(String(usual));
  }, [usual, offered, value, onChange]);
  return <ServerSelect {...input} customerId={data?.customerId ?? null} />;
}

function QueueNameInput({ serverId, value, onChange, ...input }: InputProps & { readonly serverId: string | null }) {
  const { t } = useTranslation('queue');
  const seen = useQuery({
    queryKey: ['/endpoints', 'queues', serverId],
    queryFn: ({ signal }) => call(endpointQueues, { params: { id: Number(serverId) }, signal }),
    enabled: serverId !== null,
  });
  const rows = seen.data?.data ?? [];
  const free = rows.filter((q) => q.queueId === null);
  const owner = rows.find((q) => q.name === value && q.queueId !== null);
  return (
    <Autocomplete
      {...input}
      description={
        serverId === null
          ? t('name.chooseServer')
          : seen.isError
            ? t('name.unseen')
            : seen.isSuccess
              ? t('name.free', { count: free.length })
              : input.description
      }
      error={input.error ?? (owner ? t('name.owned', { customer: owner.customerName ?? '' }) : undefined)}
      data={free.map((q) => q.name)}
      limit={200}
      value={String(value ?? '')}
      onChange={onChange}
      styles={{ input: { direction: 'ltr' } }}
    />
  );
}
