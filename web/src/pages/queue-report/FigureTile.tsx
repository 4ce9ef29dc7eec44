import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { FigureStat } from '../../ui/FigureStat.tsx';
import type { Tone } from '../../ui/StatusBadge.tsx';
import type { CallsSearch } from './calls-behind.ts';
import classes from './QueueReportPage.module.css';

export interface Change {
  /** Formatted, with its sign. */
  readonly text: string;
  readonly up: boolean;
  /** In words: what it is compared with. */
  readonly title: string;
}

interface Props {
  readonly label: string;
  readonly value: ReactNode;
  readonly note: ReactNode;
  readonly change: Change | null;
  /** How the figure is made, on hover and focus. */
  readonly explained: ReactNode;
  readonly tone?: Tone;
  /** The calls behind it. */
  readonly calls: CallsSearch | null;
}

export function FigureTile({ label, value, note, change, explained, tone, calls }: Props) {
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
      {calls ? (
        <Link to="/reports/cdr" search={calls as never} className={classes['tile']} data-link>
          {stat}
        </Link>
      ) : (
        // It explains itself to whoever reaches it by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes['tile']} tabIndex={0} role="note">
          {stat}
        </div>
      )}
    </Tooltip>
  );
}
