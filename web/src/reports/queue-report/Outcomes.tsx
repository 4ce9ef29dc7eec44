import type { QueueFigures } from '@ringside/core/contract/reports/queue-report.ts';
import { useTranslation } from 'react-i18next';
import { BehindLink } from '../drill-down/BehindLink.tsx';
import { Num } from '../../ui/Num.tsx';
import { useFormat } from '../../ui/use-format.ts';
import layout from '../../ui/report/Report.module.css';
import { callDrillDown } from './call-drill-down.ts';
import classes from './Charts.module.css';

const OUTCOMES = [
  ['answered', 'good'],
  ['abandonedShort', 'soft'],
  ['abandonedLong', 'bad'],
  ['timedOut', 'late'],
  ['leftByKey', 'key'],
  ['noAgent', 'none'],
  ['full', 'full'],
  ['withdrawn', 'away'],
] as const;

/** Outcomes of the received calls. Each call counts once, so the parts add up to all. */
export function Outcomes({ totals, mayFollow }: { readonly totals: QueueFigures; readonly mayFollow: boolean }) {
  const { t } = useTranslation('queue-report');
  const { number, percent } = useFormat();
  return (
    <div className={classes['outcomes']}>
      <div className={classes['whole']} aria-hidden="true">
        {OUTCOMES.map(([key, mark]) =>
          totals[key] > 0 ? <span key={key} data-mark={mark} style={{ flexGrow: totals[key] }} /> : null,
        )}
      </div>
      <ul className={classes['parts']}>
        {OUTCOMES.map(([key, mark]) => (
          <li key={key} data-none={totals[key] === 0 || undefined}>
            <span className={layout['swatch']} data-mark={mark} aria-hidden="true" />
            <span className={classes['name']}>{t(`figures.${key}`)}</span>
            <BehindLink behind={mayFollow && totals[key] > 0 ? callDrillDown(key) : null}>
              <Num>{number(totals[key])}</Num>
            </BehindLink>
            <Num className={classes['share'] ?? ''}>
              {percent(totals.received > 0 ? (totals[key] / totals.received) * 100_000 : null)}
            </Num>
          </li>
        ))}
        <li className={classes['sum']}>
          <span className={classes['name']}>{t('figures.received')}</span>
          <BehindLink behind={mayFollow ? callDrillDown('received') : null}>
            <Num>{number(totals.received)}</Num>
          </BehindLink>
        </li>
      </ul>
    </div>
  );
}
