import type { KeyboardCoordinateGetter } from '@dnd-kit/core';
import { draggedOf, targetOf } from '../members/drag.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 };

/** Moves a dragged agent with the arrow keys to the next queue that can take them, in reading order. */
export const nextTarget: KeyboardCoordinateGetter = (event, { context }) => {
  const step = STEPS[event.code];
  const dragged = draggedOf(context.active);
  if (step === undefined || !dragged) return undefined;
  event.preventDefault();
  const sideways = event.code === 'ArrowRight' || event.code === 'ArrowLeft';
  const rtl = document.documentElement.dir === 'rtl';
  const server = dragged.queue.slice(0, dragged.queue.indexOf('\t') + 1);
  const targets = context.droppableContainers
    .getEnabled()
    .flatMap((container) => {
      const target = targetOf(container);
      const rect = context.droppableRects.get(container.id);
      const fits = target !== undefined && target.queue !== dragged.queue && target.queue.startsWith(server);
      return rect && fits ? [{ id: container.id, rect }] : [];
    })
    .sort((a, b) => a.rect.top - b.rect.top || (rtl ? b.rect.left - a.rect.left : a.rect.left - b.rect.left));
  if (targets.length === 0) return undefined;
  const at = targets.findIndex((t) => t.id === context.over?.id);
  const by = sideways && rtl ? -step : step;
  const next = at < 0 ? (by > 0 ? 0 : targets.length - 1) : (at + by + targets.length) % targets.length;
  const rect = targets[next]?.rect;
  const size = context.collisionRect;
  if (!rect) return undefined;
  return {
    x: rect.left + (rect.width - (size?.width ?? 0)) / 2,
    y: rect.top + (rect.height - (size?.height ?? 0)) / 2,
  };
};
