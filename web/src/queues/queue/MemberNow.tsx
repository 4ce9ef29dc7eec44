import { Button } from '@mantine/core';
import type { QueueMember } from '@ringside/core/contract/queues/queue-members.ts';
import type { Queue } from '@ringside/core/contract/queues/queue.ts';
import { memberKey } from '@ringside/core/live/state.ts';
import { CircleCheck, CirclePause, Unplug } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { useActable, useRow } from '../../data/live/hooks.ts';
import { sendCommand } from '../../data/live/live.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useTell } from '../../ui/use-tell.ts';

interface Props {
  readonly queue: Queue;
  readonly member: QueueMember;
}

/** Live state of a member. Users with the right to operate can log dynamic members in and out. */
export function MemberNow(props: Props) {
  return useCan()('read', 'live') ? <Now {...props} /> : null;
}

function Now({ queue, member }: Props) {
  const { t } = useTranslation('queue');
  const operates = useCan()('operate', 'live');
  const tell = useTell();
  const actable = useActable(queue.serverId);
  const [busy, setBusy] = useState(false);
  const row = useRow('members', memberKey(queue.serverId, queue.name, member.interface));
  const change = async (): Promise<void> => {
    setBusy(true);
    const fields = { Queue: queue.name, Interface: member.interface };
    const more = { MemberName: member.name, Penalty: String(member.penalty) };
    const result = await (row
      ? sendCommand(queue.serverId, 'QueueRemove', fields)
      : sendCommand(queue.serverId, 'QueueAdd', { ...fields, ...more }));
    setBusy(false);
    if (result.kind !== 'done') tell.failed(t(row ? 'members.notOut' : 'members.notIn', { name: member.name }));
  };
  return (
    <>
      {row === undefined ? (
        <StatusBadge tone="idle" icon={Unplug} plain>
          {t('members.out')}
        </StatusBadge>
      ) : row.paused ? (
        <StatusBadge tone="hold" icon={CirclePause} plain>
          {t('members.paused')}
        </StatusBadge>
      ) : (
        <StatusBadge tone="ok" icon={CircleCheck} plain>
          {t('members.in')}
        </StatusBadge>
      )}
      {member.kind === 'dynamic' && operates ? (
        <Button
          variant="subtle"
          size="compact-xs"
          loading={busy}
          disabled={!actable}
          onClick={() => void change()}
          aria-label={t(row ? 'members.logOut' : 'members.logIn', { name: member.name })}
        >
          {t(row ? 'members.logOutShort' : 'members.logInShort')}
        </Button>
      ) : null}
    </>
  );
}
