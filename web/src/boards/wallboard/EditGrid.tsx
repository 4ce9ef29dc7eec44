import {
  DndContext,
  type DragEndEvent,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useDirection } from '@mantine/core';
import type { Tile, WallPage } from '@ringside/core/contract/boards/wallboard.ts';
import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './EditGrid.module.css';
import { tallWidths } from '../screen/tall-widths.ts';
import { TileView, useTileTitle } from '../tiles/TileView.tsx';
import { useWall } from '../tiles/wall-context.ts';
import { cellsOf } from '../tiles/WallGrid.tsx';

interface Props {
  readonly page: WallPage;
  readonly index: number;
  readonly scheme: string;
  readonly shape: 'wide' | 'tall';
  readonly chosen: string | null;
  readonly readOnly: boolean;
  readonly onChoose: (id: string) => void;
  readonly onMove: (id: string, index: number) => void;
  readonly onResize: (id: string, by: { width?: number; height?: number }) => void;
  readonly onRemove: (id: string) => void;
}

/** Preview of the page. Tiles have a handle to drag. The arrow keys move a tile, and with Shift they resize it. */
export function EditGrid(props: Props) {
  const { t } = useTranslation('wallboard');
  const { page, scheme, shape, onMove } = props;
  const [said, say] = useState('');
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
  );
  const end = ({ active, over }: DragEndEvent): void => {
    const to = page.tiles.findIndex((tile) => tile.id === over?.id);
    if (to >= 0 && over?.id !== active.id) onMove(String(active.id), to);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragEnd={end}
      accessibility={{ screenReaderInstructions: { draggable: t('edit.handleHint') } }}
    >
      {/* On a phone, the preview of a wide screen keeps its proportions and scrolls sideways. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes['scroll']} tabIndex={0} role="region" aria-label={t('edit.preview')}>
        <div className={classes['frame']} data-ground={scheme} data-shape={shape}>
          <div className={classes['grid']}>
            {page.tiles.map((tile, at) => (
              <EditTile key={tile.id} {...props} tile={tile} at={at} say={say} />
            ))}
          </div>
        </div>
      </div>
      <div className={classes['said']} role="status" aria-live="assertive">
        {said}
      </div>
    </DndContext>
  );
}

type TileProps = Props & { readonly tile: Tile; readonly at: number; readonly say: (text: string) => void };

function EditTile({ tile, at, index, page, chosen, readOnly, say, ...on }: TileProps) {
  const { t } = useTranslation('wallboard');
  const title = useTileTitle(tile, useWall());
  const drag = useDraggable({ id: tile.id, disabled: readOnly });
  const drop = useDroppable({ id: tile.id });
  const keys = useKeys({ tile, at, last: page.tiles.length - 1, say, title, ...on });
  const { x = 0, y = 0 } = drag.transform ?? {};
  return (
    <div
      ref={drop.setNodeRef}
      className={classes['cell']}
      style={cellsOf(tile, tallWidths(page.tiles).get(tile.id))}
      data-chosen={chosen === tile.id || undefined}
      data-over={(drop.isOver && !drag.isDragging) || undefined}
    >
      <div
        ref={drag.setNodeRef}
        className={classes['moving']}
        data-moving={drag.isDragging || undefined}
        style={drag.isDragging ? { transform: `translate(${x}px, ${y}px)` } : undefined}
      >
        <TileView tile={tile} page={index} />
        <button
          type="button"
          className={classes['choose']}
          aria-label={t('edit.chooseTile', { title })}
          aria-pressed={chosen === tile.id}
          onClick={() => on.onChoose(tile.id)}
        />
        {readOnly ? null : (
          <button
            type="button"
            {...drag.listeners}
            className={classes['handle']}
            aria-label={t('edit.handle', { title, n: at + 1, count: page.tiles.length })}
            aria-description={t('edit.handleHint')}
            onKeyDown={keys}
            onFocus={() => on.onChoose(tile.id)}
          >
            <GripVertical size={18} aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  );
}

interface Keys {
  readonly tile: Tile;
  readonly at: number;
  readonly last: number;
  readonly title: string;
  readonly say: (text: string) => void;
  readonly onMove: Props['onMove'];
  readonly onResize: Props['onResize'];
  readonly onRemove: Props['onRemove'];
}

const useKeys = ({ tile, at, last, title, say, onMove, onResize, onRemove }: Keys) => {
  const { t } = useTranslation('wallboard');
  const { dir } = useDirection();
  return (e: KeyboardEvent): void => {
    const forward = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const back = dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    const step = e.key === forward || e.key === 'ArrowDown' ? 1 : e.key === back || e.key === 'ArrowUp' ? -1 : 0;
    if (e.key === 'Delete') onRemove(tile.id);
    else if (step === 0) return;
    else if (e.shiftKey) {
      const by = e.key === 'ArrowUp' || e.key === 'ArrowDown' ? { height: step } : { width: step };
      onResize(tile.id, by);
      say(t('edit.resized', { title }));
    } else {
      const to = Math.max(0, Math.min(last, at + step));
      onMove(tile.id, to);
      say(t('edit.moved', { title, n: to + 1, count: last + 1 }));
    }
    e.preventDefault();
  };
};
