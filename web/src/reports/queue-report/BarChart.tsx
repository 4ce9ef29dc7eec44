import { Tooltip } from '@mantine/core';
import type { QueueFigures } from '@ringside/core/contract/reports/queue-report.ts';
import { useTranslation } from 'react-i18next';
import type { TimeGroup } from '@ringside/core/reports/queue-report.ts';
import type { DrillDownQuery } from '../drill-down/drill-down-query.ts';
import { BehindLink } from '../drill-down/BehindLink.tsx';
import { GapMark } from '../../calls/gap/GapMark.tsx';
import { useFormat } from '../../ui/use-format.ts';
import layout from '../../ui/report/Report.module.css';
import classes from './Charts.module.css';
import { clock } from '../../ui/report/use-change.ts';

export interface Bar {
  readonly key: string;
  readonly name: string;
  readonly shortName: string;
  /** null: no calls. */
  readonly figures: QueueFigures | null;
  readonly calls: DrillDownQuery | null;
}

/** Returns the smallest of 1, 2, 4 or 5 times a power of ten that is at least `most`. */
const niceTop = (most: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [1, 2, 4, 5, 10].map((n) => n * power).find((n) => n >= most) ?? most;
};

const height = (part: number, top: number) => ({ height: `${(part / top) * 100}%` });

interface Props {
  readonly bars: readonly Bar[];
  readonly label: string;
  /** Time unit of the bars. */
  readonly time: TimeGroup;
}

/** Stacked bars of received calls. Each bar is a list entry with its figures and a link to its calls. */
export function BarChart({ bars, label, time }: Props) {
  const { t } = useTranslation('queue-report');
  const { number } = useFormat();
  const top = niceTop(Math.max(1, ...bars.map((bar) => bar.figures?.received ?? 0)));
  const lines = top >= 4 ? [1, 0.75, 0.5, 0.25, 0] : [1, 0];
  // Shows every n-th name below the bars, so that names do not overlap.
  const every = Math.ceil(bars.length / 12);
  return (
    <div className={layout['chart']}>
      <ul className={layout['legend']}>
        {(['answered', 'abandoned', 'other'] as const).map((part) => (
          <li key={part}>
            <span className={layout['swatch']} data-mark={MARKS[part]} aria-hidden="true" />
            {t(part === 'other' ? 'other' : `figures.${part}`)}
          </li>
        ))}
      </ul>
      <div className={classes['plot']}>
        <div className={classes['scale']} aria-hidden="true">
          {lines.map((at) => (
            <span key={at} style={{ bottom: `${at * 100}%` }}>
              <span>
                <bdi dir="ltr">{number(top * at)}</bdi>
              </span>
            </span>
          ))}
        </div>
        <ol className={classes['bars']} aria-label={label} data-many={bars.length > 100 || undefined}>
          {bars.map((bar, index) => (
            <li key={bar.key}>
              <span className={classes['unseen']}>
                <GapMark group={time} value={bar.key} />
              </span>
              <Column bar={bar} top={top} />
              <span className={classes['below']} data-hidden={index % every > 0 || undefined} aria-hidden="true">
                {bar.shortName}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

const MARKS = { answered: 'good', abandoned: 'bad', other: 'late' } as const;

function Column({ bar: { name, figures, calls }, top }: { readonly bar: Bar; readonly top: number }) {
  const { t } = useTranslation('queue-report');
  const { number, percent } = useFormat();
  if (figures === null) return <span className={classes['column']} aria-label={t('noCallsAt', { name })} role="img" />;
  const { received, answered, abandoned, serviceLevel, averageWaitSeconds } = figures;
  const other = received - answered - abandoned;
  const said = t('barSays', {
    name,
    received: number(received),
    answered: number(answered),
    abandoned: number(abandoned),
    level: percent(serviceLevel),
    wait: clock(averageWaitSeconds),
  });
  const stack = (
    <>
      {other > 0 ? <span data-mark={MARKS.other} style={height(other, top)} /> : null}
      {abandoned > 0 ? <span data-mark={MARKS.abandoned} style={height(abandoned, top)} /> : null}
      {answered > 0 ? <span data-mark={MARKS.answered} style={height(answered, top)} /> : null}
    </>
  );
  return (
    <Tooltip multiline maw={260} label={said} events={{ hover: true, focus: true, touch: true }}>
      {calls ? (
        <BehindLink behind={calls} className={classes['column']} label={said}>
          {stack}
        </BehindLink>
      ) : (
        <span className={classes['column']} role="img" aria-label={said}>
          {stack}
        </span>
      )}
    </Tooltip>
  );
}
