import { Button, Group } from '@mantine/core';
import { agentState } from '@ringside/core/live/select.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowRightLeft, UserPlus } from 'lucide-react';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { serverNow } from '../../data/base/clock.ts';
import { AGENT_STATES } from '../../data/live/agent-state.ts';
import { useActable, useCallersOf } from '../../data/live/hooks.ts';
import { store } from '../../data/live/live.ts';
import { topic } from '../../data/live/topic.ts';
import { useSlow } from '../../data/live/use-slow.ts';
import { AddMemberDialog } from './AddMemberDialog.tsx';
import classes from './MemberList.module.css';
import { MemberLine } from './MemberLine.tsx';
import { MoveManyDialog } from './MoveManyDialog.tsx';
import { PanelSection } from '../dashboard/PanelSection.tsx';

interface Props {
  readonly queue: string;
  readonly label: string;
  /** The scrolling element. Only visible rows are rendered. */
  readonly scroller: RefObject<HTMLDivElement | null>;
}

const ROW = 64;

/** Agents of the queue, available ones first. The order follows the states, at most every two seconds. */
export function MemberList({ queue, label, scroller }: Props) {
  const { t } = useTranslation('dashboard');
  const can = useCan();
  const serverId = Number(queue.slice(0, queue.indexOf('\t')));
  const actable = useActable(serverId);
  const [adding, setAdding] = useState(false);
  const [moving, setMoving] = useState(false);
  const keys = useSlow(
    [topic.members(queue), topic.tally(queue)],
    2000,
    useCallback(() => ordered(queue), [queue]),
  );
  const list = useRef<HTMLUListElement>(null);
  const [above, setAbove] = useState(0);
  // The list moves when callers above it come and go.
  const callers = useCallersOf(queue).length;
  useLayoutEffect(() => setAbove(list.current?.offsetTop ?? 0), [callers]);
  // The virtualizer's functions change on every scroll. No value here is memoized with them.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (i) => keys[i] ?? i,
    scrollMargin: above,
    overscan: 4,
  });
  return (
    <PanelSection
      title={t('members.title')}
      count={keys.length}
      action={
        can('operate', 'live') ? (
          <Group gap={4} wrap="nowrap">
            {keys.length > 1 ? (
              <Button
                size="compact-sm"
                variant="subtle"
                disabled={!actable}
                leftSection={<ArrowRightLeft size={14} aria-hidden="true" />}
                onClick={() => setMoving(true)}
              >
                {t('members.moveMany')}
              </Button>
            ) : null}
            <Button
              size="compact-sm"
              variant="subtle"
              disabled={!actable}
              leftSection={<UserPlus size={14} aria-hidden="true" />}
              onClick={() => setAdding(true)}
            >
              {t('members.add')}
            </Button>
          </Group>
        ) : null
      }
    >
      {keys.length === 0 ? <p className={classes['none']}>{t('members.none')}</p> : null}
      <ul ref={list} className={classes['list']} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((item) => (
          <MemberLine key={item.key} member={String(item.key)} queue={queue} top={item.start - above} height={ROW} />
        ))}
      </ul>
      {moving ? <MoveManyDialog queue={queue} label={label} onClose={() => setMoving(false)} /> : null}
      {adding ? <AddMemberDialog queue={queue} label={label} onClose={() => setAdding(false)} /> : null}
    </PanelSection>
  );
}

const ordered = (queue: string): readonly string[] => {
  const now = serverNow();
  return store
    .membersOf(queue)
    .flatMap((key) => {
      const row = store.row('members', key);
      return row ? [{ key, rank: AGENT_STATES.indexOf(agentState(row, now)), name: row.name || row.interface }] : [];
    })
    .sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name) || (a.key < b.key ? -1 : 1))
    .map(({ key }) => key);
};
