import type { AgentFigures, AgentReport, AgentReportRow } from '@ringside/core/contract/reports/agent-report.ts';
import { formatDuration } from '@ringside/core/base/duration.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BehindLink } from '../drill-down/BehindLink.tsx';
import { GapMark } from '../../calls/gap/GapMark.tsx';
import { GroupedTable } from '../../ui/report/GroupedTable.tsx';
import classes from '../../ui/report/ReportTable.module.css';
import { Num } from '../../ui/Num.tsx';
import { useFormat } from '../../ui/use-format.ts';
import type { Group } from './agent-report-search.ts';
import { momentDrillDown } from './moment-drill-down.ts';
import { useRowName } from './use-row-name.ts';

const COLUMNS = [
  ...(['sessions', 'sessionSeconds', 'averageSessionSeconds', 'shortestSessionSeconds'] as const),
  ...(['longestSessionSeconds', 'talkSeconds', 'pauseSeconds', 'idleSeconds', 'wrapupSeconds'] as const),
  ...(['pausedPercent', 'sessionPercent', 'taken', 'missed', 'completed', 'averageTalkSeconds'] as const),
  ...(['handleSeconds', 'occupancy', 'utilisation', 'repairs'] as const),
] as const;
const SHARES = new Set<string>(['pausedPercent', 'sessionPercent', 'occupancy', 'utilisation']);

interface Props {
  readonly report: AgentReport;
  readonly group: Group;
  readonly onAgent: (row: AgentReportRow) => void;
}

/** Figures by group. An agent's name opens their days, and each figure opens its drill-down. */
export function AgentTable({ report, group, onAgent }: Props) {
  const { t } = useTranslation('agent-report');
  const { number, percent } = useFormat();
  const rowName = useRowName();
  const cells = (figures: AgentFigures, key?: string): ReactNode[] =>
    COLUMNS.map((column) => {
      const value = figures[column];
      const time = value === null ? '–' : formatDuration(value);
      const shown = SHARES.has(column) ? percent(value) : number(value ?? 0);
      return (
        <BehindLink
          key={column}
          className={classes['open']}
          behind={value === null || value === 0 ? null : momentDrillDown(column, group, key)}
        >
          <Num>{column.endsWith('Seconds') ? time : shown}</Num>
        </BehindLink>
      );
    });
  const head = (row: AgentReportRow): ReactNode =>
    row.interface === null ? (
      <>
        <span className={group === 'day' ? classes['day'] : undefined}>{rowName(group, row)}</span>
        {group === 'day' ? <GapMark group="day" value={row.key} /> : <GapMark serverId={row.serverId} />}
      </>
    ) : (
      <>
        <button type="button" className={classes['open']} onClick={() => onAgent(row)}>
          {rowName(group, row)}
        </button>
        <GapMark serverId={row.serverId} />
        {row.team === '' ? null : <span className={classes['more']}>{row.team}</span>}
      </>
    );
  return (
    <GroupedTable
      label={t('table')}
      group={t(`groups.${group}`)}
      columns={COLUMNS.map((key) => ({ key, name: t(`figures.${key}`), title: t(`explained.${key}`) }))}
      rows={report.data.map((row) => ({ key: row.key, head: head(row), cells: cells(row, row.key) }))}
      total={{ key: 'all', head: t('all'), cells: cells(report.totals) }}
    />
  );
}
