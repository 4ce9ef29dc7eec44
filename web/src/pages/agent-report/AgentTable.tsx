import type { AgentFigures, AgentReport, AgentReportRow } from '@ringside/core/contract/agent-report.ts';
import { formatDuration } from '@ringside/core/format/duration.ts';
import { useTranslation } from 'react-i18next';
import { GapMark } from '../../gaps/GapMark.tsx';
import { Num } from '../../ui/Num.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from '../../ui/report/ReportTable.module.css';
import type { Group } from './agent-report-search.ts';
import { useRowName } from './use-row-name.ts';

const COLUMNS = [
  ...(['sessions', 'sessionSeconds', 'averageSessionSeconds', 'shortestSessionSeconds'] as const),
  ...(['longestSessionSeconds', 'talkSeconds', 'pauseSeconds', 'idleSeconds', 'wrapupSeconds'] as const),
  ...(['pausedPercent', 'sessionPercent', 'taken', 'missed', 'averageTalkSeconds', 'handleSeconds'] as const),
  ...(['occupancy', 'utilisation', 'repairs'] as const),
] as const;
const SHARES = new Set<string>(['pausedPercent', 'sessionPercent', 'occupancy', 'utilisation']);

interface Props {
  readonly report: AgentReport;
  readonly group: Group;
  readonly onAgent: (row: AgentReportRow) => void;
}

/** The figures by group. An agent's name opens his days: the sessions, pauses and calls behind his figures. */
export function AgentTable({ report, group, onAgent }: Props) {
  const { t } = useTranslation('agent-report');
  const rowName = useRowName();
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label={t('table')}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{t(`groups.${group}`)}</th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" title={t(`explained.${column}`)}>
                {t(`figures.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.data.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                {row.interface === null ? (
                  <>
                    {rowName(group, row)}
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
                )}
              </th>
              <Cells figures={row} />
            </tr>
          ))}
        </tbody>
        {report.data.length > 1 ? (
          <tfoot>
            <tr>
              <th scope="row">{t('all')}</th>
              <Cells figures={report.totals} />
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}

function Cells({ figures }: { readonly figures: AgentFigures }) {
  const { t } = useTranslation('agent-report');
  const { number, percent } = useFormat();
  return COLUMNS.map((column) => {
    const value = figures[column];
    const time = value === null ? '–' : formatDuration(value);
    const shown = SHARES.has(column) ? percent(value) : number(value ?? 0);
    return (
      <td key={column} data-label={t(`figures.${column}`)}>
        <Num>{column.endsWith('Seconds') ? time : shown}</Num>
      </td>
    );
  });
}
