import { Text } from '@mantine/core';
import type { MoveProblem, QueueMove } from '@ringside/core/contract/queues/queue-moves.ts';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Num } from '../../ui/Num.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import classes from './MovedQueues.module.css';

/** Result of the move for each queue, and obstacles. */
export function MovedQueues({ queues }: { readonly queues: readonly QueueMove[] }) {
  const { t } = useTranslation('queue');
  if (queues.length === 0) return <Text c="dimmed">{t('move.none')}</Text>;
  return (
    <ul className={classes['queues']}>
      {queues.map((queue) => (
        <li key={queue.id} className={classes['queue']}>
          <Moved queue={queue} />
        </li>
      ))}
    </ul>
  );
}

function Moved({ queue }: { readonly queue: QueueMove }) {
  const { t } = useTranslation('queue');
  const { members, numbers, waiting, problems } = queue;
  const along = members.filter((member) => member.there).length;
  return (
    <>
      <div className={classes['head']}>
        <span className={classes['name']}>
          <bdi>{queue.label || queue.name}</bdi>
        </span>
        {problems.length === 0 ? (
          <StatusBadge tone="ok" icon={CircleCheck}>
            {t('move.ready')}
          </StatusBadge>
        ) : null}
      </div>
      <dl className={classes['facts']}>
        <dt>{t('move.now')}</dt>
        <dd>
          <bdi>{queue.serverName}</bdi>
        </dd>
        <dt>{t('move.waiting')}</dt>
        <dd>{waiting === null ? t('move.waitingUnknown') : <Num>{waiting}</Num>}</dd>
        <dt>{t('move.members')}</dt>
        <dd>{t('move.membersAlong', { along, count: members.length })}</dd>
        <dt>{t('move.numbers')}</dt>
        <dd>
          {numbers.length === 0 ? (
            t('move.noNumbers')
          ) : (
            <bdi dir="ltr">{numbers.map(({ number }) => number).join(', ')}</bdi>
          )}
        </dd>
      </dl>
      {problems.length === 0 ? null : (
        <ul className={classes['problems']}>
          {problems.map((problem) => (
            <li key={problem.code}>
              <TriangleAlert size={16} aria-hidden="true" />
              <Problem problem={problem} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const SHOWN = 8;

function Problem({ problem: { code, names, count } }: { readonly problem: MoveProblem }) {
  const { t } = useTranslation('queue');
  return (
    <span>
      {t(`move.problems.${code}`, { count })}
      {names.slice(0, SHOWN).map((name, i) => (
        <span key={name}>
          {i === 0 ? ' ' : ', '}
          <bdi className={classes['named']}>{name}</bdi>
        </span>
      ))}
      {names.length > SHOWN ? ', …' : null}
    </span>
  );
}
