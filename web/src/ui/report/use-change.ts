import { formatDuration } from '@ringside/core/base/duration.ts';
import { useTranslation } from 'react-i18next';

export interface Change {
  /** Formatted difference with its sign. */
  readonly text: string;
  readonly up: boolean;
  /** Description of the compared value. */
  readonly title: string;
}

/** Format of a figure: a count, seconds, or thousandths of a percent. */
export type FigureKind = 'count' | 'time' | 'share';

/** Leaves out the hours if less than one hour: 04:07. */
export const clock = (seconds: number | null): string => {
  if (seconds === null) return '–';
  const text = formatDuration(seconds);
  return text.startsWith('00:') ? text.slice(3) : text;
};

/** Returns a function that compares a figure with that of the previous period (named in `before`); null if the comparison is not useful. */
export const useChange = (before: string) => {
  const { t, i18n } = useTranslation('report');
  const signed = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
    new Intl.NumberFormat(i18n.language, { signDisplay: 'exceptZero', maximumFractionDigits: 0, ...options });
  return (kind: FigureKind, now: number | null, then: number | null): Change | null => {
    if (now === null || then === null || now === then) return null;
    const difference = now - then;
    const change = (text: string, was: string): Change => ({
      text,
      up: difference > 0,
      title: t('before', { value: was, period: before }),
    });
    if (kind === 'share') {
      const points = Math.round(difference / 1000);
      return points === 0 ? null : change(t('points', { n: signed({}).format(points) }), `${Math.round(then / 1000)}%`);
    }
    // A percentage of a small value is not useful.
    if (kind === 'time' && Math.max(now, then) < 3600)
      return change(`${difference > 0 ? '+' : '−'}${clock(Math.abs(difference))}`, clock(then));
    if (then === 0 || Math.abs(difference / then) >= 10) return null;
    return change(signed({ style: 'percent' }).format(difference / then), kind === 'time' ? clock(then) : String(then));
  };
};
