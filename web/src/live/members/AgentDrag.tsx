import {
  type Active,
  type Announcements,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  KeyboardSensor,
  MouseSensor,
  type Over,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { Headset } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { store } from '../../data/live/live.ts';
import classes from './AgentDrag.module.css';
import { canMove, type Dragged, draggedOf, targetOf } from './drag.ts';
import { nextTarget } from '../calls/next-target.ts';
import { useMemberCommands } from './use-member-commands.ts';

/** Lets users drag agents from the open queue onto the cards, by mouse, touch or keyboard. */
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
    const nameOf = (active: Active): string => draggedOf(active)?.name ?? '';
    const labelOf = (over: Over | null): string | undefined => targetOf(over)?.label;
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
  const start = ({ active }: DragStartEvent): void => setDragged(draggedOf(active) ?? null);
  const end = ({ active, over }: DragEndEvent): void => {
    setDragged(null);
    const [from, to] = [draggedOf(active), targetOf(over)];
    const row = from && store.row('members', from.member);
    if (row && to && canMove(from.queue, to.queue)) void commands.move(row, to.queue);
  };
  return (
    <DndContext
      sensors={sensors}
      // Uses the pointer's position. Keyboard drags have none, so they use the position of the dragged chip.
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
