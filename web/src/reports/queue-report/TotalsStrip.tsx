import type { QueueFigures, QueueReport } from '@ringside/core/contract/reports/queue-report.ts';
import { useTranslation } from 'react-i18next';
import type { Tone } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { formatDrillDown } from '../drill-down/drill-down-query.ts';
import { callDrillDown } from './call-drill-down.ts';
import { FigureTile } from '../../ui/report/FigureTile.tsx';
import layout from '../../ui/report/Report.module.css';
import { clock, useChange } from '../../ui/report/use-change.ts';
import { FormulaNote } from './FormulaNote.tsx';

interface Props {
  readonly report: QueueReport;
  /** Description of the previous period. */
  readonly before: string;
  /** Whether the user may see the calls behind the figures. */
  readonly mayFollow: boolean;
}

type Key = keyof QueueFigures & keyof typeof KINDS;

/** Format of each figure. */
const KINDS = {
  received: 'count',
  answered: 'count',
  unanswered: 'count',
  abandoned: 'count',
  completed: 'count',
  transferred: 'count',
  maximumCallers: 'count',
  averageWaitSeconds: 'time',
  averageTalkSeconds: 'time',
  serviceLevel: 'share',
} as const;

export function TotalsStrip({ report, before, mayFollow }: Props) {
  const { t } = useTranslation('queue-report');
  const { number, percent } = useFormat();
  const { totals, previous } = report;
  const written = (key: Key): string => {
    const value = totals[key];
    if (KINDS[key] === 'share') return percent(value);
    return KINDS[key] === 'time' ? clock(value) : number(value ?? 0);
  };
  const notes: Partial<Record<Key, string>> = {
    answered: percent(totals.answeredPercent),
    unanswered: percent(totals.unansweredPercent),
    abandoned: t('andShort', { long: number(totals.abandonedLong), short: number(totals.abandonedShort) }),
    averageWaitSeconds: t('longestOf', { time: clock(totals.longestWaitSeconds) }),
  };
  const changeOf = useChange(before);
  const tile = (key: Key, tone?: Tone) => (
    <FigureTile
      key={key}
      label={t(`figures.${key}`)}
      value={written(key)}
      note={notes[key] ?? ''}
      change={previous.totals.received === 0 ? null : changeOf(KINDS[key], totals[key], previous.totals[key])}
      explained={key === 'serviceLevel' ? <FormulaNote report={report} /> : t(`explained.${key}`)}
      {...(tone ? { tone } : {})}
      behind={mayFollow ? (address) => ({ ...address, behind: formatDrillDown(callDrillDown(key)) }) : null}
    />
  );
  return (
    <section className={layout['strip']} data-columns={5} aria-label={t('totals')}>
      {tile('received')}
      {tile('answered')}
      {tile('unanswered')}
      {tile('abandoned')}
      {tile('serviceLevel', 'accent')}
      {tile('averageWaitSeconds')}
      {tile('averageTalkSeconds')}
      {tile('maximumCallers')}
      {tile('completed')}
      {tile('transferred')}
    </section>
  );
}
