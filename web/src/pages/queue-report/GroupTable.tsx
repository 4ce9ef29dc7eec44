import type { QueueFigures, QueueReport, QueueReportRow } from '@ringside/core/contract/queue-report.ts';
import type { ReportGroup, TimeGroup } from '@ringside/core/metrics/queue-report.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GapMark } from '../../gaps/GapMark.tsx';
import { Num } from '../../ui/Num.tsx';
import { useFormat } from '../../ui/use-format.ts';
import type { CallsSearch, CallStatus } from './calls-behind.ts';
import classes from '../../ui/report/ReportTable.module.css';
import { clock } from '../../ui/report/use-change.ts';
import { useWords } from './use-words.ts';

interface Props {
  readonly report: QueueReport;
  readonly group: ReportGroup;
  /** The calls of a row, or with null of all; null when call records cannot be narrowed to them. */
  readonly callsOf: (row: QueueReportRow | null) => CallsSearch | null;
}

const COLUMNS = [
  ...(['received', 'answered', 'answeredPercent', 'unanswered', 'unansweredPercent', 'abandoned'] as const),
  ...(['completed', 'transferred', 'averageWaitSeconds', 'longestWaitSeconds', 'averageTalkSeconds'] as const),
  ...(['maximumCallers', 'serviceLevel'] as const),
] as const;
type Column = (typeof COLUMNS)[number];

const STATUSES: Partial<Record<Column, CallStatus>> = {
  answered: 'answered',
  unanswered: 'unanswered',
  abandoned: 'unanswered',
  transferred: 'transferred',
};
const COUNTED = new Set<Column>(['received', 'answered', 'unanswered', 'abandoned', 'transferred']);

const isTime = (group: ReportGroup): group is TimeGroup =>
  group === 'hour' || group === 'day' || group === 'weekday' || group === 'month';

/** The figures by group. A count leads to its calls. */
export function GroupTable({ report, group, callsOf }: Props) {
  const { t } = useTranslation('queue-report');
  const { keyName } = useWords();
  const nameOf = (row: QueueReportRow): string => {
    if (row.label !== '') return row.label;
    return group === 'callcenter' || group === 'customer' ? t('nobodys') : keyName(group, row.key);
  };
  const several = new Set(report.data.map((row) => row.label)).size < report.data.length;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label={t('table')}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{t(`groups.${group}`)}</th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`figures.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.data.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                {nameOf(row)}
                {isTime(group) ? (
                  <GapMark group={group} value={row.key} />
                ) : row.serverId === null ? null : (
                  <GapMark serverId={row.serverId} />
                )}
                {group === 'queue' && several && row.queue !== null ? (
                  <span className={classes['more']}>
                    <bdi dir="ltr">{row.queue}</bdi>
                  </span>
                ) : null}
              </th>
              <Cells figures={row} calls={callsOf(row)} />
            </tr>
          ))}
        </tbody>
        {report.data.length > 1 ? (
          <tfoot>
            <tr>
              <th scope="row">
                {t('all')}
                <GapMark />
              </th>
              <Cells figures={report.totals} calls={callsOf(null)} />
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}

function Cells({ figures, calls }: { readonly figures: QueueFigures; readonly calls: CallsSearch | null }) {
  const { t } = useTranslation('queue-report');
  const { number, percent } = useFormat();
  const written = (column: Column): ReactNode => {
    const value = figures[column];
    if (column.endsWith('Seconds')) return clock(value);
    return column.endsWith('Percent') || column === 'serviceLevel' ? percent(value) : number(value ?? 0);
  };
  return COLUMNS.map((column) => {
    const shown = <Num>{written(column)}</Num>;
    const status = STATUSES[column];
    const linked = calls !== null && COUNTED.has(column) && figures[column] !== 0;
    return (
      <td key={column} data-label={t(`figures.${column}`)}>
        {linked ? (
          <Link
            to="/reports/cdr"
            search={{ ...calls, ...(status ? { status } : {}) } as never}
            className={classes['open']}
          >
            {shown}
          </Link>
        ) : (
          shown
        )}
      </td>
    );
  });
}
