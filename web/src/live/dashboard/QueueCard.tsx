import { useDroppable } from '@dnd-kit/core';
import { Hourglass, Users } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { TodayCount } from '../../reports/drill-down/TodayCount.tsx';
import { useRow, useRowPart, useTally, useTallyPart } from '../../data/live/hooks.ts';
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

/**
 * Card with the figures of one queue. Each figure has a fixed place and width. The parts read their own figures, because a change of one
 * must not render the others.
 */
export const QueueCard = memo(function QueueCard({ queue, label, opened, onOpen }: Props) {
  const exists = useRowPart('queues', queue, (row) => row !== undefined);
  const stale = useRowPart('servers', serverOf(queue), (server) => server?.stale ?? true);
  const waits = useTallyPart(queue, ({ waiting }) => waiting > 0);
  const { setNodeRef, isOver, active } = useDroppable({ id: dropId(queue), data: { queue, label } });
  if (!exists) return null;
  const from = active?.data.current?.queue;
  const target = from === undefined ? undefined : from === queue ? 'home' : canMove(from, queue) ? 'yes' : 'no';
  return (
    <article
      ref={setNodeRef}
      className={classes['card']}
      data-opened={opened || undefined}
      data-stale={stale || undefined}
      data-waiting={waits || undefined}
      data-target={target}
      data-over={(isOver && target === 'yes') || undefined}
    >
      <Head queue={queue} label={label} opened={opened} onOpen={onOpen} />
      <Figures queue={queue} />
      <Agents queue={queue} />
      <Foot queue={queue} label={label} />
    </article>
  );
});

const serverOf = (queue: string): string => queue.slice(0, queue.indexOf('\t'));

const Head = memo(function Head({ queue, label, opened, onOpen }: Props) {
  const name = useRowPart('queues', queue, (row) => row?.name);
  const server = useRow('servers', serverOf(queue));
  return (
    <header className={classes['head']}>
      <h3 className={classes['name']}>
        <button type="button" onClick={() => onOpen(queue)} aria-expanded={opened}>
          {label}
        </button>
      </h3>
      <span className={classes['server']}>
        {label === name ? null : <bdi dir="ltr">{name}</bdi>}
        <bdi>{server?.name}</bdi>
        {server?.stale ? <AsOf server={server} /> : null}
      </span>
    </header>
  );
});

interface OfQueue {
  readonly queue: string;
}

const Figures = memo(function Figures({ queue }: OfQueue) {
  const { t } = useTranslation('dashboard');
  const waiting = useTallyPart(queue, (tally) => tally.waiting);
  const oldest = useTallyPart(queue, (tally) => tally.oldest);
  return (
    <dl className={classes['figures']}>
      <div data-tone={waiting > 0 ? 'warn' : undefined}>
        <dt>
          <Users size={13} aria-hidden="true" /> {t('queue.waiting')}
        </dt>
        <dd className="num">{waiting}</dd>
      </div>
      <div data-tone={oldest !== null ? 'warn' : undefined}>
        <dt>
          <Hourglass size={13} aria-hidden="true" /> {t('queue.longest')}
        </dt>
        <dd>
          <Elapsed since={oldest} short />
        </dd>
      </div>
      <div>
        <dt>{t('queue.service')}</dt>
        <dd>
          <Service queue={queue} />
        </dd>
      </div>
    </dl>
  );
});

const Service = memo(function Service({ queue }: OfQueue) {
  const level = useRowPart('queues', queue, (row) => row?.today?.serviceLevel ?? null);
  const formula = useRowPart('queues', queue, (row) => row?.today?.formula);
  const thresholdSeconds = useRowPart('queues', queue, (row) => row?.today?.thresholdSeconds);
  return <ServiceLevel level={level} formula={formula} thresholdSeconds={thresholdSeconds} />;
});

const Agents = memo(function Agents({ queue }: OfQueue) {
  return <AgentCounts counts={useTally(queue).agents} />;
});

/** Figures of the current day. */
const Foot = memo(function Foot({ queue, label }: OfQueue & { readonly label: string }) {
  const { t } = useTranslation('dashboard');
  const row = useRow('queues', queue);
  const arrivals = useArrivals(queue);
  if (!row) return null;
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
});
