import { useDroppable } from '@dnd-kit/core';
import type { QueueRow } from '@ringside/core/live/state.ts';
import { Hourglass, Users } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { TodayCount } from '../../reports/drill-down/TodayCount.tsx';
import { useRow, useTally } from '../../data/live/hooks.ts';
import { GapMark } from '../../calls/gap/GapMark.tsx';
import { Elapsed } from '../../ui/Elapsed.tsx';
import { AgentCounts } from '../members/AgentCounts.tsx';
import { useArrivals } from '../calls/arrivals.ts';
import { AsOf } from './AsOf.tsx';
import classes from './QueueCard.module.css';
import { ServiceLevel } from './ServiceLevel.tsx';
import { canMove, dropId } from '../members/drag.ts';

interface Props {
  readonly queue: string;
  readonly label: string;
  readonly opened: boolean;
  readonly onOpen: (queue: string) => void;
}

/** Card with the figures of one queue. Each figure has a fixed place and width. */
export const QueueCard = memo(function QueueCard({ queue, label, opened, onOpen }: Props) {
  const { t } = useTranslation('dashboard');
  const row = useRow('queues', queue);
  const tally = useTally(queue);
  const server = useRow('servers', queue.slice(0, queue.indexOf('\t')));
  const arrivals = useArrivals(queue);
  const { setNodeRef, isOver, active } = useDroppable({ id: dropId(queue), data: { queue, label } });
  if (!row) return null;
  const { today } = row;
  const stale = server?.stale ?? true;
  const from = active?.data.current?.queue;
  const target = from === undefined ? undefined : from === queue ? 'home' : canMove(from, queue) ? 'yes' : 'no';
  return (
    <article
      ref={setNodeRef}
      className={classes['card']}
      data-opened={opened || undefined}
      data-stale={stale || undefined}
      data-waiting={tally.waiting > 0 || undefined}
      data-target={target}
      data-over={(isOver && target === 'yes') || undefined}
    >
      <header className={classes['head']}>
        <h3 className={classes['name']}>
          <button type="button" onClick={() => onOpen(queue)} aria-expanded={opened}>
            {label}
          </button>
        </h3>
        <span className={classes['server']}>
          {label === row.name ? null : <bdi dir="ltr">{row.name}</bdi>}
          <bdi>{server?.name}</bdi>
          {server?.stale ? <AsOf server={server} /> : null}
        </span>
      </header>
      <dl className={classes['figures']}>
        <div data-tone={tally.waiting > 0 ? 'warn' : undefined}>
          <dt>
            <Users size={13} aria-hidden="true" /> {t('queue.waiting')}
          </dt>
          <dd className="num">{tally.waiting}</dd>
        </div>
        <div data-tone={tally.oldest !== null ? 'warn' : undefined}>
          <dt>
            <Hourglass size={13} aria-hidden="true" /> {t('queue.longest')}
          </dt>
          <dd>
            <Elapsed since={tally.oldest} short />
          </dd>
        </div>
        <div>
          <dt>{t('queue.service')}</dt>
          <dd>
            <ServiceLevel
              level={today?.serviceLevel ?? null}
              formula={today?.formula}
              thresholdSeconds={today?.thresholdSeconds}
            />
          </dd>
        </div>
      </dl>
      <AgentCounts counts={tally.agents} />
      <Foot row={row} label={label} arrivals={arrivals} />
    </article>
  );
});

interface FootProps {
  readonly row: QueueRow;
  readonly label: string;
  readonly arrivals: number;
}

/** Figures of the current day. */
function Foot({ row, label, arrivals }: FootProps) {
  const { t } = useTranslation('dashboard');
  const { today } = row;
  return (
    <footer className={classes['foot']}>
      <span>
        {t('queue.answered')}{' '}
        <TodayCount row={row} label={label} set="answered" none={!today?.answered}>
          <b className="num">{today?.answered ?? 0}</b>
        </TodayCount>
        <GapMark serverId={row.serverId} />
      </span>
      <span title={t('queue.abandonedHint')}>
        {t('queue.abandoned')}{' '}
        <TodayCount row={row} label={label} set="abandonedLong" none={!today?.abandonedLong}>
          <b className="num">{today?.abandonedLong ?? 0}</b>
        </TodayCount>{' '}
        {today?.abandonedShort ? (
          <span className={classes['short']}>{t('queue.andShort', { n: today.abandonedShort })}</span>
        ) : null}
      </span>
      {arrivals > 0 ? <span className={classes['arriving']}>{t('queue.arriving', { count: arrivals })}</span> : null}
    </footer>
  );
}
