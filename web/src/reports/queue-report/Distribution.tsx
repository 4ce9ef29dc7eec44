import { useTranslation } from 'react-i18next';
import type { DrillDownQuery } from '../drill-down/drill-down-query.ts';
import { BehindLink } from '../drill-down/BehindLink.tsx';
import { Num } from '../../ui/Num.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from './Charts.module.css';
import { clock } from '../../ui/report/use-change.ts';

interface Step {
  readonly upTo: number | null;
  /** Stacked from the start of the line. */
  readonly parts: readonly { readonly mark: string; readonly count: number }[];
  readonly calls: DrillDownQuery | null;
}

/** Distribution of durations: one line per time span. */
export function Distribution({ steps }: { readonly steps: readonly Step[] }) {
  const { t } = useTranslation('queue-report');
  const { number, percent } = useFormat();
  const counts = steps.map(({ parts }) => parts.reduce((n, part) => n + part.count, 0));
  const most = Math.max(1, ...counts);
  const all = counts.reduce((n, count) => n + count, 0);
  const last = steps.at(-2)?.upTo ?? 0;
  return (
    <ul className={classes['steps']}>
      {steps.map(({ upTo, parts, calls }, index) => (
        <li key={upTo ?? 'more'}>
          <span className={classes['span']}>
            {upTo === null ? t('longerThan', { time: clock(last) }) : t('upTo', { time: clock(upTo) })}
          </span>
          <span className={classes['track']} aria-hidden="true">
            {parts.map(({ mark, count }) => (
              <span key={mark} data-mark={mark} style={{ width: `${(count / most) * 100}%` }} />
            ))}
          </span>
          <BehindLink behind={counts[index] === 0 ? null : calls}>
            <Num>{number(counts[index] ?? 0)}</Num>
          </BehindLink>
          <Num className={classes['share'] ?? ''}>
            {percent(all > 0 ? ((counts[index] ?? 0) / all) * 100_000 : null)}
          </Num>
        </li>
      ))}
    </ul>
  );
}
