import { useDraggable } from '@dnd-kit/core';
import { agentState } from '@ringside/core/live/select.ts';
import { GripVertical, LoaderCircle } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../api/use-can.ts';
import { serverNow } from '../../base/clock.ts';
import { stateSince } from '../../live/agent-state.ts';
import { useActable, useRow } from '../../live/hooks.ts';
import { Elapsed } from '../../ui/Elapsed.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useSecond } from '../../ui/use-second.ts';
import { AGENT_LOOKS } from './agent-looks.ts';
import { useBusy } from './arrivals.ts';
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

/** One agent in this queue: state and time in it, why paused or with whom, penalty, calls. Dragged by its handle. */
export const MemberLine = memo(function MemberLine({ member, queue, top, height }: Props) {
  const { t } = useTranslation('dashboard');
  const can = useCan();
  const row = useRow('members', member);
  const actable = useActable(row?.serverId ?? 0);
  const busy = useBusy(member);
  const { time } = useFormat();
  // Wrap-up ends by the clock alone.
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
          <bdi>{row.pausedReason || t('members.noReason')}</bdi>
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
