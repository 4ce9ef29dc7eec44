import { dayOf } from '@ringside/core/metrics/queue-today.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useUser } from '../api/session.ts';
import { useCan } from '../api/use-can.ts';
import { serverNow } from '../base/clock.ts';
import classes from './TodayLink.module.css';

interface Props {
  /** As the queue report has it in its address; null: nothing to see. */
  readonly behind: string | null;
  readonly children: ReactNode;
}

/** A figure of all queues today, that leads to its calls in the report of the day, to who may see them. */
export function TodayLink({ behind, children }: Props) {
  const can = useCan();
  const { timezone } = useUser();
  if (behind === null || !can('read', 'report') || !can('read', 'cdr')) return children;
  const day = dayOf(serverNow(), timezone);
  return (
    <Link to="/reports/queues" search={{ from: day, to: day, behind } as never} className={classes['today']}>
      {children}
    </Link>
  );
}
