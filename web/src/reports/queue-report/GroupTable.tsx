import type { QueueFigures, QueueReport, QueueReportRow } from '@ringside/core/contract/reports/queue-report.ts';
import type { ReportGroup, TimeGroup } from '@ringside/core/reports/queue-report.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BehindLink } from '../drill-down/BehindLink.tsx';
import { GapMark } from '../../calls/gap/GapMark.tsx';
import { GroupedTable } from '../../ui/report/GroupedTable.tsx';
import classes from '../../ui/report/ReportTable.module.css';
import { clock } from '../../ui/report/use-change.ts';
import { Num } from '../../ui/Num.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { callDrillDown, type Where } from './call-drill-down.ts';
import { useGroupName } from './use-group-name.ts';

interface Props {
  readonly report: QueueReport;
  readonly group: ReportGroup;
  /** Whether the user may see the calls behind the figures. */
  readonly mayFollow: boolean;
}

const COLUMNS = [
  ...(['received', 'answered', 'answeredPercent', 'unanswered', 'unansweredPercent', 'abandoned'] as const),
  ...(['completed', 'transferred', 'averageWaitSeconds', 'longestWaitSeconds', 'averageTalkSeconds'] as const),
  ...(['maximumCallers', 'serviceLevel'] as const),
] as const;
type Column = (typeof COLUMNS)[number];

const isTime = (group: ReportGroup): group is TimeGroup =>
  group === 'hour' || group === 'day' || group === 'weekday' || group === 'month';

/** Figures by group. Each links to its calls. */
export function GroupTable({ report, group, mayFollow }: Props) {
  const { t } = useTranslation('queue-report');
  const { number, percent } = useFormat();
  const nameOf = useGroupName(group);
  const several = new Set(report.data.map((row) => row.label)).size < report.data.length;
  const written = (figures: QueueFigures, column: Column): ReactNode => {
    const value = figures[column];
    if (column.endsWith('Seconds')) return clock(value);
    return column.endsWith('Percent') || column === 'serviceLevel' ? percent(value) : number(value ?? 0);
  };
  const cells = (figures: QueueFigures, where: Where): ReactNode[] =>
    COLUMNS.map((column) => (
      <BehindLink
        key={column}
        className={classes['open']}
        behind={mayFollow && figures[column] !== 0 && figures[column] !== null ? callDrillDown(column, where) : null}
      >
        <Num>{written(figures, column)}</Num>
      </BehindLink>
    ));
  const head = (row: QueueReportRow): ReactNode => (
    <>
      {isTime(group) ? <span className={classes['day']}>{nameOf(row)}</span> : nameOf(row)}
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
    </>
  );
  const all = (
    <>
      {t('all')}
      <GapMark />
    </>
  );
  return (
    <GroupedTable
      label={t('table')}
      group={t(`groups.${group}`)}
      columns={COLUMNS.map((key) => ({
        key,
        name: t(`figures.${key}`),
        title: key === 'serviceLevel' ? undefined : t(`explained.${key}`),
      }))}
      rows={report.data.map((row) => ({
        key: row.key,
        head: head(row),
        cells: cells(row, { groupBy: group, key: row.key }),
      }))}
      total={{ key: 'all', head: all, cells: cells(report.totals, {}) }}
    />
  );
}
