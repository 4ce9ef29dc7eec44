import { linkSearch } from '../../data/base/link-search.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useUser } from '../../data/api/session.ts';
import { useCan } from '../../data/api/use-can.ts';
import { serverNow } from '../../data/base/clock.ts';
import classes from './TodayLink.module.css';

interface Props {
  /** Drill-down in the format of the queue report's address; null: none. */
  readonly behind: string | null;
  readonly children: ReactNode;
}

/** A figure of all queues today. Users who may see the calls can open them in the day's report. */
export function TodayLink({ behind, children }: Props) {
  const can = useCan();
  const { timezone } = useUser();
  if (behind === null || !can('read', 'report') || !can('read', 'cdr')) return children;
  const day = dayOf(serverNow(), timezone);
  return (
    <Link to="/reports/queues" search={linkSearch({ from: day, to: day, behind })} className={classes['today']}>
      {children}
    </Link>
  );
}
