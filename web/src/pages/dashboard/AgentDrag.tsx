import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { Headset } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { store } from '../../live/live.ts';
import classes from './AgentDrag.module.css';
import type { Dragged, Target } from './drag.ts';
import { nextTarget } from './next-target.ts';
import { useMemberCommands } from './use-member-commands.ts';

/** Lets agents be dragged from the opened queue onto the cards, by mouse, finger or keyboard. */
export function AgentDrag({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('dashboard');
  const commands = useMemberCommands();
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: nextTarget }),
  );
  const announcements = useMemo((): Announcements => {
    const nameOf = (active: { data: { current?: unknown } }): string =>
      (active.data.current as Dragged | undefined)?.name ?? '';
    const labelOf = (over: { data: { current?: unknown } } | null): string | undefined =>
      (over?.data.current as Target | undefined)?.label;
    return {
      onDragStart: ({ active }) => t('drag.start', { name: nameOf(active) }),
      onDragOver: ({ active, over }) => {
        const queue = labelOf(over);
        return queue ? t('drag.over', { name: nameOf(active), queue }) : t('drag.nowhere', { name: nameOf(active) });
      },
      onDragEnd: ({ active, over }) => {
        const queue = labelOf(over);
        return queue ? t('drag.end', { name: nameOf(active), queue }) : t('drag.cancel', { name: nameOf(active) });
      },
      onDragCancel: ({ active }) => t('drag.cancel', { name: nameOf(active) }),
    };
  }, [t]);
  const start = ({ active }: DragStartEvent): void => setDragged(active.data.current as Dragged);
  const end = ({ active, over }: DragEndEvent): void => {
    setDragged(null);
    const from = active.data.current as Dragged;
    const to = over?.data.current as Target | undefined;
    const row = store.row('members', from.member);
    if (row && to && to.queue !== from.queue && to.queue.startsWith(`${row.serverId}\t`)) {
      void commands.move(row, to.queue);
    }
  };
  return (
    <DndContext
      sensors={sensors}
      // The pointer says where; the keyboard has none, so there the dragged chip's place does.
      collisionDetection={(args) => (args.pointerCoordinates ? pointerWithin(args) : rectIntersection(args))}
      onDragStart={start}
      onDragEnd={end}
      onDragCancel={() => setDragged(null)}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('drag.instructions') } }}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {dragged ? (
          <div className={classes['chip']}>
            <Headset size={16} aria-hidden="true" />
            <bdi>{dragged.name}</bdi>
          </div>
        ) : null}
      </DragOverlay>
    </DndContext>
  );
}
