import { formatDuration } from '@ringside/core/base/duration.ts';
import type { QueueRow } from '@ringside/core/live/state.ts';
import { ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { TodayCount } from '../../reports/drill-down/TodayCount.tsx';
import { GapMark } from '../../calls/gap/GapMark.tsx';
import { Num } from '../../ui/Num.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { PanelSection } from './PanelSection.tsx';
import { ServiceLevel } from './ServiceLevel.tsx';
import classes from './TodayFigures.module.css';

/** Figures of the queue since midnight in its customer's time zone. */
export function TodayFigures({ row, label }: { readonly row: QueueRow; readonly label: string }) {
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
            />{' '}
            {today.serviceLevel === null ? null : (
              <TodayCount row={row} label={label} set="serviceLevel" none={false} otherwise={null}>
                <ListChecks size={14} role="img" aria-label={t('queue.service')} />
              </TodayCount>
            )}
          </dd>
        </div>
        {counts.map((name) => (
          <div key={name} data-none={today[name] === 0 || undefined}>
            <dt title={name === 'received' ? t('today.receivedHint') : undefined}>{t(`today.${name}`)}</dt>
            <dd>
              <TodayCount row={row} label={label} set={name} none={today[name] === 0}>
                <Num>{number(today[name])}</Num>
              </TodayCount>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('today.averageWait')}</dt>
          <dd>
            <TodayCount row={row} label={label} set="answered" order="wait" none={today.answered === 0}>
              <Num>{average(today.waitSeconds, today.answered)}</Num>
            </TodayCount>
          </dd>
        </div>
        <div>
          <dt>{t('today.longestWait')}</dt>
          <dd>
            <TodayCount row={row} label={label} set="received" order="wait" none={today.received === 0}>
              <Num>{today.received > 0 ? formatDuration(today.longestWaitSeconds) : '–'}</Num>
            </TodayCount>
          </dd>
        </div>
        <div>
          <dt>{t('today.averageTalk')}</dt>
          <dd>
            <TodayCount row={row} label={label} set="completed" order="talk" none={today.completed === 0}>
              <Num>{average(today.talkSeconds, today.completed)}</Num>
            </TodayCount>
          </dd>
        </div>
      </dl>
    </PanelSection>
  );
}
