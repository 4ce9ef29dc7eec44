import type { Callcenter } from '@ringside/core/contract/queues/call-center.ts';
import { queues } from '@ringside/core/contract/queues/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { ListOrdered, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { useCan } from '../../data/api/use-can.ts';
import { listQuery } from '../../data/list/resource-queries.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import classes from './Rows.module.css';
import { LinkButton } from '../../ui/LinkButton.tsx';

/** Queues of this call center, with a button to add one. */
export function CallcenterQueues({ callcenter }: { readonly callcenter: Callcenter }) {
  const { t } = useTranslation(['callcenter', 'common']);
  const can = useCan();
  const errorText = useErrorText();
  const list = useQuery(listQuery(queues, { callcenterId: callcenter.id, perPage: 500 }));
  const rows = list.data?.data ?? [];
  return (
    <Panel
      title={t('queues.title')}
      description={t('queues.hint')}
      flush
      actions={
        can('create', 'queue') ? (
          <LinkButton
            to="/queues"
            search={{ form: 'new', callcenterId: callcenter.id }}
            variant="default"
            size="xs"
            leftSection={<Plus size={14} aria-hidden="true" />}
          >
            {t('queues.add')}
          </LinkButton>
        ) : null
      }
    >
      {list.isError ? (
        <EmptyState compact tone="bad" icon={ListOrdered} title={errorText(list.error)} />
      ) : list.isSuccess && rows.length === 0 ? (
        <EmptyState compact icon={ListOrdered} title={t('queues.empty')} />
      ) : (
        <ul className={classes['rows']}>
          {rows.map((q) => (
            <li key={q.id} className={classes['row']}>
              <span className={classes['main']}>
                <bdi>{q.label || q.name}</bdi>
              </span>
              <span className={classes['detail']}>
                <bdi dir="ltr">{q.name}</bdi> · <bdi>{q.serverName}</bdi>
              </span>
              {can('update', 'queue') ? (
                <LinkButton
                  to="/queues/$queue"
                  params={{ queue: q.id }}
                  variant="subtle"
                  color="gray"
                  size="compact-sm"
                >
                  {t('common:actions.edit')}
                </LinkButton>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
