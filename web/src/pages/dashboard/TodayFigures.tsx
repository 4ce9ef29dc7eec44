import { formatDuration } from '@ringside/core/format/duration.ts';
import type { QueueRow } from '@ringside/core/live/state.ts';
import { useTranslation } from 'react-i18next';
import { GapMark } from '../../gaps/GapMark.tsx';
import { Num } from '../../ui/Num.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { PanelSection } from './PanelSection.tsx';
import { ServiceLevel } from './ServiceLevel.tsx';
import classes from './TodayFigures.module.css';

/** The queue's figures since midnight in its customer's time zone. */
export function TodayFigures({ row }: { readonly row: QueueRow }) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormat();
  const { today } = row;
  if (!today) {
    return (
      <PanelSection title={t('today.title')}>
        <p className={classes['none']}>{t('today.none')}</p>
      </PanelSection>
    );
  }
  const average = (sum: number, count: number): string => (count > 0 ? formatDuration(Math.round(sum / count)) : '–');
  const counts = [
    'received',
    'answered',
    'abandonedLong',
    'abandonedShort',
    'timedOut',
    'leftByKey',
    'noAgent',
    'full',
    'withdrawn',
  ] as const;
  return (
    <PanelSection title={t('today.title')} action={<GapMark serverId={row.serverId} />}>
      <dl className={classes['figures']}>
        <div>
          <dt>{t('queue.service')}</dt>
          <dd>
            <ServiceLevel
              level={today.serviceLevel}
              formula={today.formula}
              thresholdSeconds={today.thresholdSeconds}
            />
          </dd>
        </div>
        {counts.map((name) => (
          <div key={name} data-none={today[name] === 0 || undefined}>
            <dt>{t(`today.${name}`)}</dt>
            <dd>
              <Num>{number(today[name])}</Num>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('today.averageWait')}</dt>
          <dd>
            <Num>{average(today.waitSeconds, today.answered)}</Num>
          </dd>
        </div>
        <div>
          <dt>{t('today.longestWait')}</dt>
          <dd>
            <Num>{today.received > 0 ? formatDuration(today.longestWaitSeconds) : '–'}</Num>
          </dd>
        </div>
        <div>
          <dt>{t('today.averageTalk')}</dt>
          <dd>
            <Num>{average(today.talkSeconds, today.completed)}</Num>
          </dd>
        </div>
      </dl>
    </PanelSection>
  );
}
