import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Select,
  Skeleton,
  Stack,
  Table,
  Textarea,
  VisuallyHidden,
} from '@mantine/core';
import {
  assignPbxNames,
  listPbxNames,
  NAME_KINDS,
  type NameKind,
  type PbxName,
  removePbxName,
} from '@ringside/core/contract/pbx/pbx-names.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2, TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { ProblemError } from '../../data/api/problem.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { RecordState } from '../../data/form/RecordState.tsx';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import { Num } from '../../ui/Num.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useTell } from '../../ui/use-tell.ts';

const keyOf = (serverId: number) => ['endpoints', 'names', serverId] as const;

/** Account codes, contexts and devices of a PBX's own files, and the customers that own them. */
export function PbxNames({ serverId }: { readonly serverId: number }) {
  const { t } = useTranslation(['endpoint', 'common']);
  const can = useCan();
  const query = useQuery({
    queryKey: keyOf(serverId),
    queryFn: ({ signal }) => call(listPbxNames, { params: { id: serverId }, signal }),
  });
  return (
    <Panel title={t('names.title')} description={t('names.hint')}>
      {query.isPending ? (
        <Skeleton height={96} />
      ) : (
        <RecordState query={query}>
          {({ data }) => (
            <Stack gap="md">
              {data.some(({ customerId }) => customerId === null) ? (
                <Alert color="yellow" variant="light" icon={<TriangleAlert />} title={t('names.undecided')}>
                  {t('names.undecidedHint')}
                </Alert>
              ) : null}
              {data.length === 0 ? <p>{t('names.none')}</p> : <NameTable serverId={serverId} rows={data} />}
              {can('update', 'endpoint') ? <AssignForm serverId={serverId} /> : null}
            </Stack>
          )}
        </RecordState>
      )}
    </Panel>
  );
}

type Rows = readonly PbxName[];

function NameTable({ serverId, rows }: { readonly serverId: number; readonly rows: Rows }) {
  const { t } = useTranslation(['endpoint', 'common']);
  const can = useCan();
  const tell = useTell();
  const errorText = useErrorText();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ id }: Rows[number]) => call(removePbxName, { params: { id: serverId, nameId: id } }),
    onSuccess: (_, { name }) => {
      tell.done(t('names.removed', { name }));
      return client.invalidateQueries({ queryKey: keyOf(serverId) });
    },
    onError: (error) => tell.failed(errorText(error)),
  });
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('names.names')}</Table.Th>
          <Table.Th>{t('names.kind')}</Table.Th>
          <Table.Th>{t('names.customer')}</Table.Th>
          <Table.Th>
            <VisuallyHidden>{t('common:list.actions')}</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id}>
            <Table.Td>
              <Num>{row.name}</Num>
            </Table.Td>
            <Table.Td>{t(`names.kinds.${row.kind}`)}</Table.Td>
            <Table.Td>{row.customerName ?? t('names.undecided')}</Table.Td>
            <Table.Td>
              {can('update', 'endpoint') ? (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('names.remove', { name: row.name })}
                  onClick={() => remove.mutate(row)}
                >
                  <Trash2 size={16} aria-hidden="true" />
                </ActionIcon>
              ) : null}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function AssignForm({ serverId }: { readonly serverId: number }) {
  const { t } = useTranslation(['endpoint', 'common']);
  const client = useQueryClient();
  const errorText = useErrorText();
  const [kind, setKind] = useState<NameKind>('account');
  const [names, setNames] = useState('');
  const [customerId, setCustomerId] = useState<string | null>(null);
  const list = names.split(/\s+/).filter((name) => name !== '');
  const assign = useMutation({
    mutationFn: (customer: string) =>
      call(assignPbxNames, { params: { id: serverId }, body: { customerId: customer, kind, names: list } }),
    onSuccess: (after) => {
      client.setQueryData(keyOf(serverId), after);
      setNames('');
    },
  });
  const wrong =
    assign.error instanceof ProblemError
      ? (assign.error.errors.find(({ path }) => path.startsWith('names'))?.message ?? errorText(assign.error))
      : assign.error && errorText(assign.error);
  const submit = (e: FormEvent): void => {
    e.preventDefault();
    if (customerId !== null && list.length > 0) assign.mutate(customerId);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Group align="flex-start" gap="sm">
          <Select
            label={t('names.kind')}
            data={NAME_KINDS.map((value) => ({ value, label: t(`names.kinds.${value}`) }))}
            value={kind}
            allowDeselect={false}
            onChange={(value) => setKind(value ?? 'account')}
          />
          <RefSelect
            label={t('names.customer')}
            resource="customers"
            value={customerId}
            onChange={(value) => setCustomerId(typeof value === 'string' ? value : null)}
            w={{ base: '100%', xs: 240 }}
          />
        </Group>
        <Textarea
          label={t('names.names')}
          description={t('names.namesHint')}
          value={names}
          error={wrong}
          autosize
          minRows={2}
          maxRows={8}
          styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
          onChange={(e) => {
            setNames(e.currentTarget.value);
            assign.reset();
          }}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={assign.isPending} disabled={customerId === null || list.length === 0}>
            {t('names.assign')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
