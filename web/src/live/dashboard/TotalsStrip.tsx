import { Gauge, Headset, Hourglass, Phone, PhoneIncoming, PhoneMissed, Users } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../data/base/clock.ts';
import { TodayLink } from '../../reports/drill-down/TodayLink.tsx';
import { store } from '../../data/live/live.ts';
import { topic } from '../../data/live/topic.ts';
import { addUp } from '../../data/live/tally.ts';
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
  const { number, percent } = useFormat();
  const totals = useSlow(
    [topic.tallies, topic.any('queues'), topic.keys('calls')],
    250,
    useCallback(() => {
      let calls = 0;
      for (const c of store.state.calls.values()) if (!servers || servers.includes(c.serverId)) calls++;
      return addUp(listed(queues), calls, serverNow());
    }, [queues, servers]),
  );
  return (
    <section className={classes['strip']} aria-label={t('totals.title')}>
      <div>
        <FigureStat icon={Phone} label={t('totals.calls')} value={number(totals.calls)} note={t('totals.now')} />
      </div>
      <div>
        <FigureStat
          icon={Users}
          label={t('totals.waiting')}
          value={number(totals.waiting)}
          note={t('totals.inQueues', { count: totals.queues })}
          {...(totals.waiting > 0 ? { tone: 'warn' as const } : {})}
        />
      </div>
      <div>
        <FigureStat
          icon={Hourglass}
          label={t('totals.longest')}
          value={<Elapsed since={totals.oldest} short />}
          note={t('totals.now')}
          {...(totals.oldest !== null ? { tone: 'warn' as const } : {})}
        />
      </div>
      <div>
        <FigureStat
          icon={Gauge}
          label={t('totals.service')}
          value={
            <TodayLink behind={filtered || totals.serviceLevel === null ? null : 'set=serviceLevel'}>
              {percent(totals.serviceLevel)}
            </TodayLink>
          }
          note={t('totals.weighted')}
          title={t('totals.weightedHint')}
        />
      </div>
      <div>
        <FigureStat
          icon={PhoneIncoming}
          label={t('totals.answered')}
          value={<TodayLink behind={filtered ? null : 'set=answered'}>{number(totals.answered)}</TodayLink>}
          note={t('totals.ofReceived', { n: number(totals.received) })}
        />
      </div>
      <div>
        <FigureStat
          icon={PhoneMissed}
          label={t('totals.abandoned')}
          value={<TodayLink behind={filtered ? null : 'set=abandonedLong'}>{number(totals.abandonedLong)}</TodayLink>}
          note={t('totals.andShort', { n: number(totals.abandonedShort) })}
          title={t('queue.abandonedHint')}
        />
      </div>
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

const listed = function* (queues: readonly ListedQueue[]) {
  for (const { key } of queues) {
    const row = store.row('queues', key);
    if (!row) continue;
    const members = store.membersOf(key).flatMap((m) => store.row('members', m) ?? []);
    yield { row, tally: store.tally(key), members };
  }
};
