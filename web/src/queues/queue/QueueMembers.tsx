import { Group, SegmentedControl } from '@mantine/core';
import { FEATURE_CODES } from '@ringside/core/pbx/options/feature-codes.ts';
import { MEMBER_KINDS } from '@ringside/core/queues/queue-options.ts';
import type { QueueMember } from '@ringside/core/contract/queues/queue-members.ts';
import type { Queue } from '@ringside/core/contract/queues/queue.ts';
import { Headset } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Num } from '../../ui/Num.tsx';
import { Panel } from '../../ui/Panel.tsx';
import classes from './QueueMembers.module.css';
import { MemberRow } from './MemberRow.tsx';
import { useQueueMembers } from './use-queue-members.ts';

/** Members of a managed queue with order and penalty. */
export function QueueMembers({ queue }: { readonly queue: Queue }) {
  const { t } = useTranslation('queue');
  const editable = useCan()('update', 'queue');
  const errorText = useErrorText();
  const { query, members, change, busy } = useQueueMembers(queue.id);
  const [kind, setKind] = useState<QueueMember['kind']>('static');
  return (
    <Panel
      title={t('members.title')}
      description={t('members.hint')}
      flush
      actions={
        editable ? (
          <Group gap="xs">
            <SegmentedControl
              size="xs"
              aria-label={t('members.kind')}
              data={MEMBER_KINDS.map((each) => ({ value: each, label: t(`members.kinds.${each}`) }))}
              value={kind}
              onChange={(next) => setKind(next)}
            />
            <RefSelect
              resource="subscribers"
              filter={{ customerId: queue.customerId, serverId: String(queue.serverId) }}
              refine={(choices) => choices.filter((c) => !members.some((m) => m.subscriberId === c.value))}
              aria-label={t('members.add')}
              placeholder={t('members.add')}
              value={null}
              onChange={(id) => typeof id === 'string' && change({ do: 'add', subscriberId: id, kind })}
              size="xs"
              w={200}
            />
          </Group>
        ) : null
      }
    >
      {query.isError ? (
        <EmptyState compact tone="bad" icon={Headset} title={errorText(query.error)} />
      ) : query.isSuccess && members.length === 0 ? (
        <EmptyState compact icon={Headset} title={t('members.empty')} />
      ) : (
        <ol className={classes['rows']}>
          {members.map((member) => (
            <MemberRow
              key={member.id}
              queue={queue}
              member={member}
              last={member.position === members.length}
              editable={editable}
              busy={busy}
              onChange={change}
            />
          ))}
        </ol>
      )}
      {members.some((m) => m.kind === 'dynamic') ? (
        <p className={classes['codes']}>
          {t('members.codes')}{' '}
          {(['login', 'logout', 'pause', 'resume'] as const).map((code) => (
            <span key={code}>
              <Num>{FEATURE_CODES[code]}</Num> {t(`codes.${code}`)}
            </span>
          ))}
        </p>
      ) : null}
    </Panel>
  );
}
