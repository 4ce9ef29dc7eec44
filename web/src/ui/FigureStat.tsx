import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './FigureStat.module.css';
import type { Tone } from './StatusBadge.tsx';

interface Props {
  readonly label: string;
  /** Formatted already; digits keep one width. */
  readonly value: ReactNode;
  /** Below the figure: what it is out of, or since when. */
  readonly note?: ReactNode;
  readonly icon?: LucideIcon;
  /** Tints the figure when it means something. */
  readonly tone?: Tone;
  readonly title?: string;
}

/** One figure with its name: strips of totals, cards. Does not change size while the figure changes. */
export function FigureStat({ label, value, note, icon: Icon, tone, title }: Props) {
  return (
    <div className={classes['stat']} data-tone={tone} title={title}>
      <div className={classes['label']}>
        {Icon ? <Icon size={14} aria-hidden="true" /> : null}
        <span>{label}</span>
      </div>
      <div className={classes['value']}>
        <bdi dir="ltr">{value}</bdi>
      </div>
      {note ? <div className={classes['note']}>{note}</div> : null}
    </div>
  );
}
