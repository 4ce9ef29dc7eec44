import { Tooltip } from '@mantine/core';
import type { AgentFigures, AgentReport } from '@ringside/core/contract/reports/agent-report.ts';
import { AGENT_STATES } from '@ringside/core/contract/reports/agent-report.ts';
import { formatDuration } from '@ringside/core/base/duration.ts';
import { useTranslation } from 'react-i18next';
import { BehindLink } from '../drill-down/BehindLink.tsx';
import { GapMark } from '../../calls/gap/GapMark.tsx';
import layout from '../../ui/report/Report.module.css';
import classes from './AgentReportPage.module.css';
import type { Group } from './agent-report-search.ts';
import { momentDrillDown } from './moment-drill-down.ts';
import { useRowName } from './use-row-name.ts';

const MOST_BARS = 40;

/** Time spent by each row as stacked bars on a common scale. */
export function TimeBars({ report, group }: { readonly report: AgentReport; readonly group: Group }) {
  const { t } = useTranslation('agent-report');
  const rowName = useRowName();
  const rows = report.data.slice(0, MOST_BARS);
  const most = Math.max(1, ...rows.map((row) => row.sessionSeconds));
  const said = (name: string, f: AgentFigures): string =>
    `${name}: ${AGENT_STATES.map((s) => `${t(`states.${s}`)} ${formatDuration(f[`${s}Seconds`])}`).join(', ')}`;
  return (
    <div className={layout['chart']}>
      <ul className={layout['legend']}>
        {AGENT_STATES.map((state) => (
          <li key={state}>
            <span className={layout['swatch']} data-state={state} aria-hidden="true" />
            {t(`states.${state}`)}
          </li>
        ))}
      </ul>
      <ul className={classes['bars']} aria-label={t('time')}>
        {rows.map((row) => {
          const name = rowName(group, row);
          return (
            <li key={row.key}>
              <span className={classes['barName']}>
                <bdi className={classes['whose']} title={name}>
                  {name}
                </bdi>
                {group === 'day' ? <GapMark group="day" value={row.key} /> : null}
              </span>
              <Tooltip label={said(name, row)} multiline maw={300} events={{ hover: true, focus: true, touch: true }}>
                <span className={classes['track']} role="img" aria-label={said(name, row)}>
                  {AGENT_STATES.map((state) => (
                    <span
                      key={state}
                      data-state={state}
                      style={{ width: `${(row[`${state}Seconds`] / most) * 100}%` }}
                    />
                  ))}
                </span>
              </Tooltip>
              <BehindLink behind={momentDrillDown('sessionSeconds', group, row.key)}>
                <bdi dir="ltr" className={classes['barSum']}>
                  {formatDuration(row.sessionSeconds)}
                </bdi>
              </BehindLink>
            </li>
          );
        })}
      </ul>
      {report.data.length > MOST_BARS ? <p className={layout['dim']}>{t('firstBars', { n: MOST_BARS })}</p> : null}
    </div>
  );
}
