import type { QueueRow } from '@ringside/core/live/state.ts';
import type { CallSet } from '@ringside/core/metrics/calls-behind.ts';
import { addDays, startOfDay } from '@ringside/core/metrics/report-period.ts';
import { type CSSProperties, lazy, type ReactNode, Suspense, useState } from 'react';
import { useUser } from '../api/session.ts';
import { useCan } from '../api/use-can.ts';
import { useCallcenters } from '../live/use-queue-names.ts';
import { i18n } from '../locales/i18n.ts';
import classes from './TodayCount.module.css';

/** Asked for by a press: neither the list nor its texts come with the page. */
const CallsBehind = lazy(async () => {
  await i18n.loadNamespaces(['queue-report', 'report', 'cdr']);
  return { default: (await import('./CallsBehind.tsx')).CallsBehind };
});

interface Props {
  readonly row: QueueRow;
  readonly label: string;
  readonly set: CallSet;
  /** What the longest of comes first. */
  readonly order?: 'wait' | 'talk';
  /** Nothing stands behind it. */
  readonly none: boolean;
  /** What is shown to who may not see the calls; absent: the figure. */
  readonly otherwise?: ReactNode;
  readonly className?: string | undefined;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

/** A figure of the queue's day that leads to its calls, to who may read call records. */
export function TodayCount({ row, label, set, order, none, otherwise, className, style, children }: Props) {
  const can = useCan();
  const { timezone } = useUser();
  const center = useCallcenters().get(row.owner.callcenterId ?? '');
  const [open, setOpen] = useState(false);
  const day = row.today?.day;
  if (none || day === undefined || !can('read', 'cdr')) return otherwise === undefined ? children : otherwise;
  const timeZone = center?.timezone ?? timezone;
  const asked = {
    ...{ from: new Date(startOfDay(day, timeZone)).toISOString(), timeZone },
    to: new Date(startOfDay(addDays(day, 1), timeZone)).toISOString(),
    ...{ serverId: row.serverId, queue: row.name, set },
    ...(row.owner.customerId === null ? {} : { customerId: row.owner.customerId }),
    ...(order === undefined ? {} : { order }),
  };
  return (
    <>
      <button type="button" className={className ?? classes['behind']} style={style} onClick={() => setOpen(true)}>
        {children}
      </button>
      {open ? (
        <Suspense>
          <CallsBehind of={label} asked={asked} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
