import { useDraggable } from '@dnd-kit/core';
import { reasonLabel } from '@ringside/core/contract/reason-label.ts';
import { agentState } from '@ringside/core/live/select.ts';
import type { MemberRow } from '@ringside/core/live/state.ts';
import { GripVertical, LoaderCircle } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { serverNow } from '../../data/base/clock.ts';
import { stateSince } from '../../data/live/agent-state.ts';
import { useActable, useRow } from '../../data/live/hooks.ts';
import { useCallcenters } from '../../data/live/use-queue-names.ts';
import { Elapsed } from '../../ui/Elapsed.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useSecond } from '../../ui/use-second.ts';
import { AGENT_LOOKS } from './agent-looks.ts';
import { useBusy } from '../calls/arrivals.ts';
import { dragId } from './drag.ts';
import classes from './MemberLine.module.css';
import { MemberMenu } from './MemberMenu.tsx';
import { PhoneLabel } from './PhoneLabel.tsx';

interface Props {
  readonly member: string;
  readonly queue: string;
  readonly top: number;
  readonly height: number;
}

/** One agent of the queue: state and its duration, pause reason or other party, penalty, calls. Has a handle for dragging. */
export const MemberLine = memo(function MemberLine({ member, queue, top, height }: Props) {
  const { t } = useTranslation('dashboard');
  const can = useCan();
  const row = useRow('members', member);
  const actable = useActable(row?.serverId ?? 0);
  const busy = useBusy(member);
  const { time } = useFormat();
  // Wrap-up ends without an event.
  useSecond();
  const name = row?.name || row?.interface || '';
  const operate = can('operate', 'live');
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: dragId(member),
    data: { queue, member, name },
    disabled: !operate || !actable || busy,
  });
  if (!row) return null;
  const state = agentState(row, serverNow());
  const [tone, icon] = AGENT_LOOKS[state];
  return (
    <li
      ref={setNodeRef}
      className={classes['line']}
      data-dragging={isDragging || undefined}
      data-handle={operate || undefined}
      style={{ top, height }}
    >
      {operate ? (
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={classes['handle']}
          disabled={!actable || busy}
          {...attributes}
          {...listeners}
          aria-label={t('members.drag', { name })}
        >
          {busy ? (
            <LoaderCircle size={16} className={classes['spin']} aria-hidden="true" />
          ) : (
            <GripVertical size={16} aria-hidden="true" />
          )}
        </button>
      ) : null}
      <span className={classes['name']} title={row.interface}>
        <bdi>{name}</bdi>
      </span>
      <span className={classes['state']}>
        <StatusBadge tone={tone} icon={icon}>
          {t(`states.${state}`)}
        </StatusBadge>
        <Elapsed since={stateSince(row, state)} short className={classes['time']} />
      </span>
      <span className={classes['detail']}>
        {busy ? (
          t('members.pending')
        ) : row.incall || row.ringing ? (
          <PhoneLabel number={row.callerNumber} name={row.callerName} />
        ) : row.paused ? (
          <PauseReason row={row} />
        ) : (
          <bdi dir="ltr">{row.interface}</bdi>
        )}
      </span>
      <span className={classes['facts']}>
        <span title={t('members.penalty')}>{t('members.penaltyOf', { n: row.penalty })}</span>
        <span title={row.lastCall === null ? undefined : t('members.lastCall', { at: time(row.lastCall) })}>
          {t('members.calls', { count: row.callsTaken })}
        </span>
      </span>
      {operate ? (
        <span className={classes['menu']}>
          <MemberMenu row={row} disabled={!actable || busy} />
        </span>
      ) : null}
    </li>
  );
});

/** Shows the pause reason with the call center's label. The PBX only knows its code. */
function PauseReason({ row }: { readonly row: MemberRow }) {
  const { t, i18n } = useTranslation('dashboard');
  const listed = useCallcenters()
    .get(row.owner.callcenterId ?? '')
    ?.pauseReasons.find(({ code }) => code === row.pausedReason);
  return <bdi>{listed ? reasonLabel(listed, i18n.language) : row.pausedReason || t('members.noReason')}</bdi>;
}
