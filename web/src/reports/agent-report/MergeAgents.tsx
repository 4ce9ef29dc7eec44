import { ActionIcon, Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import {
  type AgentMerge,
  listAgentMerges,
  mergeAgents,
  undoAgentMerge,
  previewAgentMerge,
} from '@ringside/core/contract/reports/agent-merges.ts';
import type { AgentReport } from '@ringside/core/contract/reports/agent-report.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Combine, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { ProblemError } from '../../data/api/problem.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useTell } from '../../ui/use-tell.ts';
import { dayName } from './use-row-name.ts';

type Agent = AgentReport['agents'][number];

interface Props {
  /** The agents of the report; only these can be merged. */
  readonly agents: readonly Agent[];
}

const keyOf = ({ serverId, interface: agent }: Agent): string => `${serverId} ${agent}`;
/** Includes the interface, because agents to merge may have the same name. */
const labelOf = ({ name, interface: agent }: Agent): string =>
  name === '' || name === agent ? agent : `${name} · ${agent}`;

/** Runs a change and refetches the report and the list of merges. */
const useMergeChange = <T,>(done: string, work: (asked: T) => Promise<unknown>) => {
  const client = useQueryClient();
  const tell = useTell();
  const errorText = useErrorText();
  return useMutation<unknown, unknown, T>({
    mutationFn: work,
    onSuccess: () => tell.done(done),
    onError: (error) => {
      const [first] = error instanceof ProblemError ? error.errors : [];
      tell.failed(first?.message ?? errorText(error));
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [listAgentMerges.path] }),
        client.invalidateQueries({ queryKey: ['agent-report'] }),
      ]),
  });
};

/** Merges two rows of the report into one person. Shows the effect first and can be undone. */
export function MergeAgents({ agents }: Props) {
  const { t } = useTranslation('agent-report');
  const can = useCan();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  if (!can('update', 'callcenter')) return null;
  return (
    <>
      <ActionIcon
        size={36}
        variant="default"
        aria-label={t('merge.title')}
        title={t('merge.title')}
        onClick={() => setOpened(true)}
      >
        <Combine size={16} aria-hidden="true" />
      </ActionIcon>
      <Dialog opened={opened} onClose={close} title={t('merge.title')} size="lg">
        <Stack gap="lg">
          <MergeForm agents={agents} onDone={close} />
          <Merged />
        </Stack>
      </Dialog>
    </>
  );
}

function MergeForm({ agents, onDone }: Props & { readonly onDone: () => void }) {
  const { t } = useTranslation(['agent-report', 'common']);
  const [from, setFrom] = useState<string | null>(null);
  const [into, setInto] = useState<string | null>(null);
  const goes = agents.find((agent) => keyOf(agent) === from);
  const stays = agents.find(
    (agent) => keyOf(agent) === into && keyOf(agent) !== from && agent.serverId === goes?.serverId,
  );
  const two =
    goes === undefined || stays === undefined
      ? null
      : { serverId: goes.serverId, interface: goes.interface, into: stays.interface };
  const merge = useMergeChange(t('merge.done'), (body: NonNullable<typeof two>) => call(mergeAgents, { body }));
  const options = (all: readonly Agent[]) => all.map((agent) => ({ value: keyOf(agent), label: labelOf(agent) }));
  const others = agents.filter((agent) => goes !== undefined && agent.serverId === goes.serverId && agent !== goes);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (two !== null) merge.mutate(two, { onSuccess: onDone });
      }}
    >
      <Stack>
        <Text c="dimmed" size="sm">
          {t('merge.hint')}
        </Text>
        <Select
          label={t('merge.from')}
          description={t('merge.fromHint')}
          data={options(agents)}
          value={from}
          onChange={setFrom}
          searchable
          nothingFoundMessage={t('merge.nobody')}
        />
        <Select
          label={t('merge.into')}
          description={t('merge.intoHint')}
          data={options(others)}
          value={stays === undefined ? null : into}
          onChange={setInto}
          disabled={goes === undefined}
          searchable
          nothingFoundMessage={t('merge.nobody')}
        />
        {two === null ? null : <Preview two={two} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" disabled={two === null} loading={merge.isPending}>
            {t('merge.do')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Preview({ two }: { readonly two: { serverId: number; interface: string; into: string } }) {
  const { t, i18n } = useTranslation('agent-report');
  const errorText = useErrorText();
  const look = useQuery({
    queryKey: [previewAgentMerge.path, two],
    queryFn: ({ signal }) => call(previewAgentMerge, { query: two, signal }),
  });
  if (look.isError) {
    const [first] = look.error instanceof ProblemError ? look.error.errors : [];
    return <Alert color="red">{first?.message ?? errorText(look.error)}</Alert>;
  }
  if (look.data === undefined) return <Text size="sm">{t('loading')}</Text>;
  const { name, intoName, calls, days, firstAt, lastAt, daysTogether } = look.data;
  const day = (at: string) => dayName(at.slice(0, 10), i18n.language);
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">
        {t('merge.moves', {
          ...{ name: name || two.interface, into: intoName || two.into },
          ...{ days: t('merge.days', { count: days }), calls: t('parts.calls', { count: calls }) },
          ...{ first: day(firstAt), last: day(lastAt) },
        })}
      </Text>
      {daysTogether === 0 ? null : (
        <Alert color="yellow" icon={<TriangleAlert size={16} aria-hidden="true" />}>
          {t('merge.together', { days: t('merge.days', { count: daysTogether }) })}
        </Alert>
      )}
    </Stack>
  );
}

function Merged() {
  const { t } = useTranslation('agent-report');
  const merges = useQuery({
    queryKey: [listAgentMerges.path],
    queryFn: ({ signal }) => call(listAgentMerges, { signal }),
  });
  const part = useMergeChange(t('merge.parted'), ({ id }: AgentMerge) => call(undoAgentMerge, { params: { id } }));
  const rows = merges.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label={t('merge.list')}>
      <Text fw={600}>{t('merge.list')}</Text>
      {rows.map((row) => (
        <Group key={row.id} justify="space-between" wrap="nowrap">
          <Text size="sm">
            <bdi>{labelOf(row)}</bdi>
            {' → '}
            <bdi>{row.intoName || row.intoInterface}</bdi>
            <Text span c="dimmed">
              {' · '}
              {t('merge.by', { name: row.createdBy })}
            </Text>
          </Text>
          <Button
            size="xs"
            variant="default"
            loading={part.isPending && part.variables?.id === row.id}
            onClick={() => part.mutate(row)}
          >
            {t('merge.undo')}
          </Button>
        </Group>
      ))}
    </Stack>
  );
}
