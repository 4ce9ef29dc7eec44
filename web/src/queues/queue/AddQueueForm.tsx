import { textIn } from '../../data/form/value-of.ts';
import { Autocomplete } from '@mantine/core';
import { callcenters } from '@ringside/core/contract/queues/call-center.ts';
import { listEndpointQueues } from '@ringside/core/contract/pbx/endpoint.ts';
import { type Queue, queues } from '@ringside/core/contract/queues/queue.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import type { Copied } from '../../data/form/copy-of.ts';
import type { InputProps } from '../../data/form/FieldInput.tsx';
import { oneQuery } from '../../data/list/resource-queries.ts';
import { ResourceForm } from '../../data/form/ResourceForm.tsx';
import { ServerSelect } from '../../data/form/ServerSelect.tsx';

/** Adds a queue to a call center: first the server, then one of the queues found on it. */
export function AddQueueForm({
  callcenterId,
  copied,
  onDone,
  onSaved = onDone,
}: {
  /** Preset when the form is opened from a call center. */
  readonly callcenterId?: string | number | undefined;
  /** Values copied from another queue. */
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
        serverId: (input, form) => <QueuePlace {...input} callcenterId={textIn(form.values['callcenterId']) || null} />,
        name: (input, form) => <QueueNameInput {...input} serverId={textIn(form.values['serverId']) ?? null} />,
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
  // Uses the call center's default server until the user chooses one.
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
    queryFn: ({ signal }) => call(listEndpointQueues, { params: { id: Number(serverId) }, signal }),
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
