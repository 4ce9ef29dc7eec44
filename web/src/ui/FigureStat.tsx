import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './FigureStat.module.css';
import type { Tone } from './StatusBadge.tsx';

interface Props {
  readonly label: string;
  /** Formatted value with fixed-width digits. */
  readonly value: ReactNode;
  /** Text below the figure, such as its total or start. */
  readonly note?: ReactNode;
  readonly icon?: LucideIcon;
  /** Color for a figure that needs attention. */
  readonly tone?: Tone;
  readonly title?: string;
}

/** One figure with its label, for cards and strips of totals. Keeps its size when the figure changes. */
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
