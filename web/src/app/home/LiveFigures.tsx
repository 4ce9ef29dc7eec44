import { Gauge, Headset, Phone, PhoneIncoming, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { TodayLink } from '../../reports/drill-down/TodayLink.tsx';
import { GapMark } from '../../calls/gap/GapMark.tsx';
import { store } from '../../data/live/live.ts';
import { topic } from '../../data/live/topic.ts';
import { addUp, type Totals } from '../../data/live/tally.ts';
import { useSlow } from '../../data/live/use-slow.ts';
import { FigureStat } from '../../ui/FigureStat.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from './Figures.module.css';

const TOPICS = [topic.tallies, topic.any('queues'), topic.keys('calls')];

const read = (): Totals => {
  const queues = store.keys('queues').flatMap((key) => {
    const row = store.row('queues', key);
    return row ? [{ row, tally: store.tally(key) }] : [];
  });
  return addUp(queues, store.keys('calls').length, store.people());
};

/** Totals of all queues that the user may see, now and today. */
export function LiveFigures() {
  const { t } = useTranslation('home');
  const { number, percent } = useFormat();
  const totals = useSlow(TOPICS, 1000, read);
  return (
    <div className={classes['figures']}>
      <FigureStat icon={Phone} label={t('figures.calls')} value={number(totals.calls)} />
      <FigureStat
        icon={Users}
        label={t('figures.waiting')}
        value={number(totals.waiting)}
        {...(totals.waiting > 0 ? { tone: 'warn' as const } : {})}
      />
      <FigureStat
        icon={Headset}
        label={t('figures.free')}
        value={number(totals.agents.available)}
        note={t('figures.ofAgents', { count: totals.people, n: number(totals.people) })}
      />
      <FigureStat
        icon={PhoneIncoming}
        label={t('figures.answered')}
        value={
          <>
            <TodayLink behind={totals.answered === 0 ? null : 'set=answered'}>{number(totals.answered)}</TodayLink>
            <GapMark />
          </>
        }
        note={t('figures.ofReceived', { n: number(totals.received) })}
      />
      <FigureStat
        icon={Gauge}
        label={t('figures.service')}
        value={
          <>
            <TodayLink behind={totals.serviceLevel === null ? null : 'set=judged'}>
              {percent(totals.serviceLevel)}
            </TodayLink>
            <GapMark />
          </>
        }
      />
    </div>
  );
}
