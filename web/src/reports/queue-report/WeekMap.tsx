import { SegmentedControl, Select } from '@mantine/core';
import type { QueueReport } from '@ringside/core/contract/reports/queue-report.ts';
import { useTranslation } from 'react-i18next';
import { BehindLink } from '../drill-down/BehindLink.tsx';
import { GapMark } from '../../calls/gap/GapMark.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { callDrillDown } from './call-drill-down.ts';
import { TableFile } from '../../data/import/TableFile.tsx';
import classes from './Charts.module.css';
import { METRICS, type Metric } from './queue-report-search.ts';
import { clock } from '../../ui/report/use-change.ts';
import { useWords } from './use-words.ts';

interface Props {
  readonly week: QueueReport['week'];
  readonly metric: Metric;
  readonly onMetric: (metric: Metric) => void;
  readonly mayFollow: boolean;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** Returns the hours with calls and those in between, so that a day shift's map has no night hours. */
const hoursShown = (week: QueueReport['week']): readonly string[] => {
  const busy = week.map((cell) => Number(cell.hour));
  return HOURS.slice(Math.min(8, ...busy), Math.max(17, ...busy) + 1);
};

/** Heat map of the week: a table whose cells are colored by their figure. */
export function WeekMap({ week, metric, onMetric, mayFollow }: Props) {
  const { t, i18n } = useTranslation('queue-report');
  const { number, percent } = useFormat();
  const { keyName, shortName } = useWords();
  const cells = new Map(week.map((cell) => [`${cell.weekday} ${cell.hour}`, cell]));
  const most = Math.max(1, ...week.map((cell) => cell[metric] ?? 0));
  const hours = hoursShown(week);
  const days = i18n.language === 'he' ? [7, 1, 2, 3, 4, 5, 6] : [1, 2, 3, 4, 5, 6, 7];
  const written = (value: number | null): string => {
    if (metric === 'averageWaitSeconds') return clock(value);
    return metric === 'received' ? number(value ?? 0) : percent(value);
  };
  /** Shares use a scale of 100 %, other figures that of the largest value. */
  const strength = (value: number | null): number => (value ?? 0) / (metric === 'serviceLevel' ? 100_000 : most);
  return (
    <Panel
      title={t('week')}
      description={t('weekHint')}
      actions={
        <div className={classes['mapTools']}>
          <MetricChoice metric={metric} onMetric={onMetric} />
          <TableFile table="week" name={t('week')} />
        </div>
      }
    >
      {/* On a phone the table scrolls sideways, also by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes['mapScroll']} tabIndex={0} role="region" aria-label={t('week')}>
        <table className={classes['map']} data-metric={metric}>
          <caption className={classes['caption']}>{t(`figures.${metric}`)}</caption>
          <thead>
            <tr>
              <td />
              {hours.map((hour) => (
                <th key={hour} scope="col" aria-label={keyName('hour', hour)}>
                  <bdi dir="ltr">{hour}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day}>
                <th scope="row" aria-label={keyName('weekday', String(day))}>
                  {shortName('weekday', String(day))}
                </th>
                {hours.map((hour) => {
                  const cell = cells.get(`${day} ${hour}`);
                  return (
                    <td key={hour} style={cell ? { '--strength': strength(cell[metric]) } : undefined}>
                      {cell ? (
                        <BehindLink
                          behind={mayFollow ? callDrillDown(metric, { cell: `${day} ${hour}` }) : null}
                          className={classes['cell']}
                        >
                          <bdi dir="ltr">{written(cell[metric])}</bdi>
                        </BehindLink>
                      ) : null}
                      <GapMark group="cell" value={`${day} ${hour}`} />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function MetricChoice({ metric, onMetric }: Pick<Props, 'metric' | 'onMetric'>) {
  const { t } = useTranslation('queue-report');
  const choices = METRICS.map((value) => ({ value, label: t(`figures.${value}`) }));
  return (
    <>
      <SegmentedControl
        visibleFrom="sm"
        size="xs"
        aria-label={t('metric')}
        data={choices}
        value={metric}
        onChange={(value) => onMetric(value)}
      />
      <Select
        hiddenFrom="sm"
        w="100%"
        aria-label={t('metric')}
        data={choices}
        value={metric}
        allowDeselect={false}
        onChange={(value) => onMetric(value ?? 'received')}
      />
    </>
  );
}
