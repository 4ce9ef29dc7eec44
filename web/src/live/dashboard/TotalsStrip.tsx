import { Gauge, Headset, Hourglass, Phone, PhoneIncoming, PhoneMissed, Users, type LucideIcon } from 'lucide-react';
import { memo, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../data/base/clock.ts';
import { TodayLink } from '../../reports/drill-down/TodayLink.tsx';
import { store } from '../../data/live/live.ts';
import { topic } from '../../data/live/topic.ts';
import { addUp, countPeople } from '../../data/live/tally.ts';
import { useSlow } from '../../data/live/use-slow.ts';
import { Elapsed } from '../../ui/Elapsed.tsx';
import { FigureStat } from '../../ui/FigureStat.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { AgentCounts } from '../members/AgentCounts.tsx';
import type { ListedQueue } from './queue-list.ts';
import classes from './TotalsStrip.module.css';

interface Props {
  readonly queues: readonly ListedQueue[];
  readonly servers: readonly number[] | undefined;
  /** Whether filters hide some of the visible queues. */
  readonly filtered: boolean;
}

/** Totals of all shown queues. */
export function TotalsStrip({ queues, servers, filtered }: Props) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormat();
  const totals = useSlow(
    [topic.tallies, topic.any('queues'), topic.keys('calls')],
    250,
    useCallback(() => {
      let calls = 0;
      for (const c of store.state.calls.values()) if (!servers || servers.includes(c.serverId)) calls++;
      return addUp(listed(queues), calls, filtered ? countPeople(membersOf(queues), serverNow()) : store.people());
    }, [queues, servers, filtered]),
  );
  const { oldest, serviceLevel } = totals;
  return (
    <section className={classes['strip']} aria-label={t('totals.title')}>
      <Total icon={Phone} name="calls" value={totals.calls} note={t('totals.now')} />
      <Total
        icon={Users}
        name="waiting"
        value={totals.waiting}
        note={t('totals.inQueues', { count: totals.queues })}
        warns={totals.waiting > 0}
      />
      <Longest oldest={oldest} />
      <Service level={serviceLevel} behind={filtered || serviceLevel === null ? null : 'set=judged'} />
      <Total
        icon={PhoneIncoming}
        name="answered"
        value={totals.answered}
        note={t('totals.ofReceived', { n: number(totals.received) })}
        behind={filtered ? null : 'set=answered'}
      />
      <Total
        icon={PhoneMissed}
        name="abandoned"
        value={totals.abandonedLong}
        note={t('totals.andShort', { n: number(totals.abandonedShort) })}
        title={t('queue.abandonedHint')}
        behind={filtered ? null : 'set=abandonedLong'}
      />
      <div className={classes['agents']}>
        <div className={classes['label']}>
          <Headset size={14} aria-hidden="true" />{' '}
          <span className="num">{t('totals.agents', { count: totals.people })}</span>
        </div>
        <AgentCounts counts={totals.agents} named />
      </div>
    </section>
  );
}

interface TotalProps {
  readonly icon: LucideIcon;
  readonly name: 'calls' | 'waiting' | 'answered' | 'abandoned';
  readonly value: number;
  readonly note: string;
  readonly warns?: boolean;
  readonly title?: string;
  /** Drill-down; null: none. */
  readonly behind?: string | null;
}

/** One figure of the strip. Renders only when it changes, unlike the strip. */
const Total = memo(function Total({ icon, name, value, note, warns = false, title, behind = null }: TotalProps) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormat();
  return (
    <div>
      <FigureStat
        icon={icon}
        label={t(`totals.${name}`)}
        value={<TodayLink behind={behind}>{number(value)}</TodayLink>}
        note={note}
        {...(title === undefined ? {} : { title })}
        {...(warns ? { tone: 'warn' as const } : {})}
      />
    </div>
  );
});

const Longest = memo(function Longest({ oldest }: { readonly oldest: number | null }) {
  const { t } = useTranslation('dashboard');
  return (
    <div>
      <FigureStat
        icon={Hourglass}
        label={t('totals.longest')}
        value={<Elapsed since={oldest} short />}
        note={t('totals.now')}
        {...(oldest === null ? {} : { tone: 'warn' as const })}
      />
    </div>
  );
});

interface ServiceProps {
  readonly level: number | null;
  readonly behind: string | null;
}

const Service = memo(function Service({ level, behind }: ServiceProps) {
  const { t } = useTranslation('dashboard');
  const { percent } = useFormat();
  return (
    <div>
      <FigureStat
        icon={Gauge}
        label={t('totals.service')}
        value={<TodayLink behind={behind}>{percent(level)}</TodayLink>}
        note={t('totals.weighted')}
        title={t('totals.weightedHint')}
      />
    </div>
  );
});

const listed = function* (queues: readonly ListedQueue[]) {
  for (const { key } of queues) {
    const row = store.row('queues', key);
    if (row) yield { row, tally: store.tally(key) };
  }
};

const membersOf = function* (queues: readonly ListedQueue[]) {
  for (const { key } of queues)
    for (const member of store.membersOf(key)) {
      const row = store.row('members', member);
      if (row) yield row;
    }
};
