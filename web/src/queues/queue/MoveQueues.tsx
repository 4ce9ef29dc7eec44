import { Alert, Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core';
import { LET_GO, type MovePreview } from '@ringside/core/contract/queues/queue-moves.ts';
import { ArrowRightLeft, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '../../data/api/problem.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useTell } from '../../ui/use-tell.ts';
import { MovedQueues } from './MovedQueues.tsx';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import { type MoveWishes, useQueueMove } from './use-queue-move.ts';

interface Props {
  readonly of: 'queue' | 'callcenter';
  readonly id: string;
  readonly name: string;
  /** Current server of a queue. */
  readonly serverId?: number;
}

/** Moves a queue, or all queues of a call center, to another PBX server. For users who may place queues. */
export function MoveQueues(props: Props) {
  const { t } = useTranslation('queue');
  const can = useCan();
  const [opened, setOpened] = useState(false);
  if (!can('create', 'queue')) return null;
  const close = (): void => setOpened(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<ArrowRightLeft size={16} aria-hidden="true" />}
        onClick={() => setOpened(true)}
      >
        {t('move.open')}
      </Button>
      <Dialog opened={opened} onClose={close} title={t('move.title', { name: props.name })} size="lg">
        {opened ? <Move {...props} onClose={close} /> : null}
      </Dialog>
    </>
  );
}

function Move({ of, id, serverId: here, onClose }: Props & { readonly onClose: () => void }) {
  const { t } = useTranslation(['queue', 'common']);
  const errorText = useErrorText();
  const tell = useTell();
  const told = (done: MovePreview): void => {
    tell.done(t('move.done', { count: done.queues.length, server: done.toServerName }));
    onClose();
  };
  const { target, setTarget, wishes, setWishes, preview, move, plan, codes } = useQueueMove(of, id, told);
  const letGo = new Set<string>([
    ...(wishes.leaveMembers ? [LET_GO[0]] : []),
    ...(wishes.dropCallers ? [LET_GO[1]] : []),
  ]);
  const isBlocked = [...codes].some((code) => !letGo.has(code));
  const isReady = plan !== undefined && plan.queues.length > 0 && !isBlocked && !preview.isFetching;
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('move.hint')}</Text>
      <RefSelect
        resource="endpoints"
        label={t('move.to')}
        refine={(choices) => choices.filter(({ value }) => value !== String(here))}
        value={target}
        onChange={(value) => setTarget(typeof value === 'string' ? value : null)}
      />
      {preview.isError ? <Alert color="red">{errorText(preview.error)}</Alert> : null}
      {target !== null && preview.isPending ? <Skeleton height={96} /> : null}
      {plan ? <MovedQueues queues={plan.queues} /> : null}
      {plan ? <Wishes plan={plan} codes={codes} wishes={wishes} onChange={setWishes} /> : null}
      {isBlocked ? (
        <Text size="sm" c="dimmed">
          {t('move.blocked')}
        </Text>
      ) : null}
      {move.error ? <Refused error={move.error} /> : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button loading={move.isPending} disabled={!isReady} onClick={() => move.mutate()}>
          {t('move.do')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Options of the move. Shows only those that apply. */
function Wishes({
  plan,
  codes,
  wishes,
  onChange,
}: {
  readonly plan: MovePreview;
  readonly codes: ReadonlySet<string>;
  readonly wishes: MoveWishes;
  readonly onChange: (wishes: MoveWishes) => void;
}) {
  const { t } = useTranslation('queue');
  const offered = {
    numbers: plan.queues.some((queue) => queue.numbers.some((number) => number.goesAlong)),
    leaveMembers: codes.has('members-stay'),
    dropCallers: codes.has('callers-waiting'),
  } as const;
  const shown = (['numbers', 'leaveMembers', 'dropCallers'] as const).filter((wish) => offered[wish]);
  if (shown.length === 0) return null;
  return (
    <Stack gap="xs">
      {shown.map((wish) => (
        <Checkbox
          key={wish}
          label={t(`move.wishes.${wish}`)}
          checked={wishes[wish]}
          onChange={(e) => onChange({ ...wishes, [wish]: e.currentTarget.checked })}
        />
      ))}
    </Stack>
  );
}

function Refused({ error }: { readonly error: Error }) {
  const errorText = useErrorText();
  const reasons = error instanceof ProblemError ? error.errors : [];
  return (
    <Alert color="red" icon={<TriangleAlert />} title={errorText(error)} role="alert">
      {reasons.map(({ message }) => (
        <Text key={message} size="sm">
          {message}
        </Text>
      ))}
    </Alert>
  );
}
