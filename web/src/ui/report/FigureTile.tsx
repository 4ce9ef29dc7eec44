import { linkSearch } from '../../data/base/link-search.ts';
import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { FigureStat } from '../FigureStat.tsx';
import type { Tone } from '../StatusBadge.tsx';
import classes from './Report.module.css';
import type { Change } from './use-change.ts';

/** Changes the current search parameters so that the page shows a drill-down. */
type ChangeOfAddress = (before: object) => object;

interface Props {
  readonly label: string;
  readonly value: ReactNode;
  readonly note: ReactNode;
  readonly change: Change | null;
  /** Tooltip that explains the figure, on hover and focus. */
  readonly explained: ReactNode;
  readonly tone?: Tone;
  /** Drill-down of the figure; null if there is none. */
  readonly behind: ChangeOfAddress | null;
}

/** Tile with one figure of a report, its explanation, its change and its drill-down. */
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
        <Link to="." search={linkSearch(behind)} className={classes['tile']} data-link resetScroll={false}>
          {stat}
        </Link>
      ) : (
        // Keyboard focus opens the explanation.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes['tile']} data-explained tabIndex={0} role="note">
          {stat}
        </div>
      )}
    </Tooltip>
  );
}
