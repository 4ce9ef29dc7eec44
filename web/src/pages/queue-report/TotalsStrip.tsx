import type { QueueFigures, QueueReport } from '@ringside/core/contract/queue-report.ts';
import { useTranslation } from 'react-i18next';
import { FORMULAS, isFormula } from '../../ui/formulas.ts';
import type { Tone } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import type { CallsSearch, CallStatus } from './calls-behind.ts';
import { type Change, FigureTile } from './FigureTile.tsx';
import classes from './QueueReportPage.module.css';
import { clock } from './use-words.ts';

interface Props {
  readonly report: QueueReport;
  /** The period before, in words. */
  readonly before: string;
  readonly calls: CallsSearch | null;
}

type Key = keyof QueueFigures & keyof typeof KINDS;

/** How a figure is written. */
const KINDS = {
  received: 'count',
  answered: 'count',
  unanswered: 'count',
  abandoned: 'count',
  completed: 'count',
  transferred: 'count',
  maximumCallers: 'count',
  averageWaitSeconds: 'time',
  averageTalkSeconds: 'time',
  serviceLevel: 'share',
} as const;

const STATUSES: Partial<Record<Key, CallStatus>> = {
  answered: 'answered',
  unanswered: 'unanswered',
  abandoned: 'unanswered',
  transferred: 'transferred',
};

/** Figures that calls stand behind one by one. */
const COUNTED = new Set<Key>(['received', 'answered', 'unanswered', 'abandoned', 'transferred']);

export function TotalsStrip({ report, before, calls }: Props) {
  const { t } = useTranslation('queue-report');
  const { number, percent } = useFormat();
  const { totals, previous } = report;
  const written = (key: Key): string => {
    const value = totals[key];
    if (KINDS[key] === 'share') return percent(value);
    return KINDS[key] === 'time' ? clock(value) : number(value ?? 0);
  };
  const notes: Partial<Record<Key, string>> = {
    answered: percent(totals.answeredPercent),
    unanswered: percent(totals.unansweredPercent),
    abandoned: t('andShort', { long: number(totals.abandonedLong), short: number(totals.abandonedShort) }),
    averageWaitSeconds: t('longestOf', { time: clock(totals.longestWaitSeconds) }),
  };
  const changeOf = useChange(totals, previous.totals, before);
  const tile = (key: Key, tone?: Tone) => (
    <FigureTile
      key={key}
      label={t(`figures.${key}`)}
      value={written(key)}
      note={notes[key] ?? ''}
      change={changeOf(key)}
      explained={key === 'serviceLevel' ? <Judged report={report} /> : t(`explained.${key}`)}
      {...(tone ? { tone } : {})}
      calls={calls && COUNTED.has(key) ? { ...calls, ...(STATUSES[key] ? { status: STATUSES[key] } : {}) } : null}
    />
  );
  return (
    <section className={classes['strip']} aria-label={t('totals')}>
      {tile('received')}
      {tile('answered')}
      {tile('unanswered')}
      {tile('abandoned')}
      {tile('serviceLevel', 'accent')}
      {tile('averageWaitSeconds')}
      {tile('averageTalkSeconds')}
      {tile('maximumCallers')}
      {tile('completed')}
      {tile('transferred')}
    </section>
  );
}

const useChange = (totals: QueueFigures, previous: QueueFigures, before: string) => {
  const { t, i18n } = useTranslation('queue-report');
  const signed = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
    new Intl.NumberFormat(i18n.language, { signDisplay: 'exceptZero', maximumFractionDigits: 0, ...options });
  return (key: Key): Change | null => {
    const [now, then] = [totals[key], previous[key]];
    if (previous.received === 0 || now === null || then === null || now === then) return null;
    const difference = now - then;
    const change = (text: string, was: string): Change => ({
      text,
      up: difference > 0,
      title: t('before', { value: was, period: before }),
    });
    if (KINDS[key] === 'share') {
      const points = Math.round(difference / 1000);
      return points === 0 ? null : change(t('points', { n: signed({}).format(points) }), `${Math.round(then / 1000)}%`);
    }
    if (KINDS[key] === 'time')
      return change(`${difference > 0 ? '+' : '−'}${clock(Math.abs(difference))}`, clock(then));
    if (then === 0) return null;
    // Of a handful before, a percentage says nothing.
    if (Math.abs(difference / then) >= 10) return null;
    return change(signed({ style: 'percent' }).format(difference / then), String(then));
  };
};

/** Formula, threshold and what it leaves out; of call centers that judge differently, each. */
function Judged({ report: { judged } }: { readonly report: QueueReport }) {
  const { t } = useTranslation(['queue-report', 'dashboard']);
  return (
    <span className={classes['explained']}>
      {judged.length === 0 ? t('dashboard:service.none') : null}
      {judged.slice(0, 4).map(({ formula, thresholdSeconds, shortAbandonSeconds }) =>
        isFormula(formula) ? (
          <span key={`${formula} ${thresholdSeconds} ${shortAbandonSeconds}`} className={classes['explained']}>
            <code dir="ltr">{`${FORMULAS[formula]}   T ${thresholdSeconds} s · s ${shortAbandonSeconds} s`}</code>
            <span>{t(`dashboard:service.formulas.${formula}`, { seconds: thresholdSeconds })}</span>
            <span>{t(`dashboard:service.leavesOut.${formula}`)}</span>
          </span>
        ) : null,
      )}
      {judged.length > 1 ? <span>{t('weighted')}</span> : null}
    </span>
  );
}
