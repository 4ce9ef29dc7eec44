import type { QueueRow } from '@ringside/core/live/state.ts';
import type { CallSet } from '@ringside/core/reports/call-sets.ts';
import { addDays, startOfDay } from '@ringside/core/reports/report-period.ts';
import { type CSSProperties, lazy, type ReactNode, Suspense, useState } from 'react';
import { useUser } from '../../data/api/session.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useCallcenters } from '../../data/live/use-queue-names.ts';
import { i18n } from '../../locales/i18n.ts';
import classes from './TodayCount.module.css';

/** Loaded on the first click, with its texts. */
const CallDrillDown = lazy(async () => {
  await i18n.loadNamespaces(['queue-report', 'report', 'cdr']);
  return { default: (await import('./CallDrillDown.tsx')).CallDrillDown };
});

interface Props {
  readonly row: QueueRow;
  readonly label: string;
  readonly set: CallSet;
  /** Sorts by this value, longest first. */
  readonly order?: 'wait' | 'talk';
  /** The figure has no calls. */
  readonly none: boolean;
  /** Shown to users who may not see the calls. Default: the figure. */
  readonly otherwise?: ReactNode;
  readonly className?: string | undefined;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

/** A figure of the queue's day. Users who may read call records can open its calls. */
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
          <CallDrillDown of={label} asked={asked} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
