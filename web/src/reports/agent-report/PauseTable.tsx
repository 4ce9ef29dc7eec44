import type { AgentPauses } from '@ringside/core/contract/reports/agent-report.ts';
import { formatDuration } from '@ringside/core/base/duration.ts';
import { PAUSE_SETS } from '@ringside/core/reports/agent-moments.ts';
import { useTranslation } from 'react-i18next';
import { BehindLink } from '../drill-down/BehindLink.tsx';
import { Num } from '../../ui/Num.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from '../../ui/report/ReportTable.module.css';

const COLUMNS = ['count', 'seconds', 'longestSeconds', 'allowanceSeconds', 'over', 'overSeconds'] as const;

/** Pauses by reason, compared with the maximum duration of each reason. */
export function PauseTable({ pauses }: { readonly pauses: readonly AgentPauses[] }) {
  const { t } = useTranslation('agent-report');
  const { number } = useFormat();
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label={t('pauses')}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{t('reason')}</th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`pause.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pauses.map((row) => (
            <tr key={row.reason}>
              <th scope="row">{row.label === '' ? t('noReason') : row.label}</th>
              {COLUMNS.map((column) => {
                const value = row[column];
                const shown = column === 'count' || column === 'over' ? number(value ?? 0) : formatDuration(value ?? 0);
                const set = column === 'allowanceSeconds' || !value ? null : PAUSE_SETS[column];
                return (
                  <td key={column} data-label={t(`pause.${column}`)}>
                    <BehindLink behind={set === null ? null : { set, reason: row.reason }} className={classes['open']}>
                      <Num className={(column === 'over' && row.over > 0 && classes['late']) || ''}>
                        {value === null ? '–' : shown}
                      </Num>
                    </BehindLink>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
