import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { FigureStat } from '../FigureStat.tsx';
import type { Tone } from '../StatusBadge.tsx';
import classes from './Report.module.css';
import type { Change } from './use-change.ts';

/** The address in which what is behind a figure is shown, as a change of this one. */
export type ChangeOfAddress = (before: object) => object;

interface Props {
  readonly label: string;
  readonly value: ReactNode;
  readonly note: ReactNode;
  readonly change: Change | null;
  /** How the figure is made, on hover and focus. */
  readonly explained: ReactNode;
  readonly tone?: Tone;
  /** What stands behind it; null where nothing does. */
  readonly behind: ChangeOfAddress | null;
}

/** One figure of a report: how it is made, how it changed, and the way to what is behind it. */
export function FigureTile({ label, value, note, change, explained, tone, behind }: Props) {
  const Trend = change?.up ? TrendingUp : TrendingDown;
  const stat = (
    <FigureStat
      label={label}
      value={value}
      note={
        <span className={classes['notes']}>
          {note}
          {change ? (
            <span className={classes['change']} title={change.title}>
              <Trend size={12} aria-hidden="true" />
              <bdi dir="ltr">{change.text}</bdi>
            </span>
          ) : null}
        </span>
      }
      {...(tone ? { tone } : {})}
    />
  );
  return (
    <Tooltip multiline w={290} events={{ hover: true, focus: true, touch: true }} label={explained}>
      {behind ? (
        <Link to="." search={behind as never} className={classes['tile']} data-link resetScroll={false}>
          {stat}
        </Link>
      ) : (
        // It explains itself to whoever reaches it by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes['tile']} data-explained tabIndex={0} role="note">
          {stat}
        </div>
      )}
    </Tooltip>
  );
}
