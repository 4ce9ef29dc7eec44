import { Progress } from '@mantine/core';
import { CircleAlert, CircleCheck, Eye, Hourglass } from 'lucide-react';
import type { HistoryImport } from '@ringside/core/contract/calls/import.ts';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from './Imports.module.css';

const LOOKS = {
  running: { tone: 'accent', icon: Hourglass },
  done: { tone: 'ok', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleAlert },
} as const;

/** One import: progress, new records, and errors. */
export function ImportRow({ row }: { readonly row: HistoryImport }) {
  const { t } = useTranslation('history');
  const { number, dateTime, date } = useFormat();
  const { state, kind, dryRun } = row;
  const share = row.totalBytes === 0 ? 0 : (row.bytes / row.totalBytes) * 100;
  const counts = [
    t('lines', { count: row.lines, n: number(row.lines) }),
    ...(kind === 'queue-log' ? [] : [t('calls', { count: row.newLegs, n: number(row.newLegs) })]),
    ...(kind === 'cdr'
      ? []
      : [t('events', { count: row.newEvents, n: number(row.newEvents), all: number(row.events) })]),
  ];
  return (
    <li className={classes['row']}>
      <div className={classes['head']}>
        <strong>
          <bdi>{row.fileName === '' ? t(`kinds.${kind}`) : row.fileName}</bdi>
        </strong>
        <StatusBadge {...LOOKS[state]}>{t(`states.${state}`)}</StatusBadge>
        {dryRun ? (
          <StatusBadge tone="idle" icon={Eye}>
            {t('dryRun')}
          </StatusBadge>
        ) : null}
        <span className={classes['dim']}>
          <bdi>{row.serverName}</bdi> · {dateTime(row.startedAt)}
        </span>
      </div>
      {state === 'running' ? <Progress value={share} animated aria-label={t('progress')} /> : null}
      <p className={classes['counts']}>
        {counts.join(' · ')}
        {row.from !== null && row.to !== null ? ` · ${t('period', { from: date(row.from), to: date(row.to) })}` : ''}
      </p>
      {row.faultCount > 0 ? (
        <details className={classes['faults']}>
          <summary>{t('faults', { count: row.faultCount, n: number(row.faultCount) })}</summary>
          <ul>
            {row.faults.map((fault, i) => (
              <li key={i}>
                {/* For a followed file, lines are not counted. The reason contains the position. */}
                {fault.line === 0 ? null : t('line', { n: fault.line })} <bdi dir="ltr">{fault.reason}</bdi>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </li>
  );
}
