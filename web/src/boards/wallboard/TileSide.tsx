import { Alert, Button, Menu } from '@mantine/core';
import {
  type BoardQueue,
  MOST_TILES,
  type Tile,
  TILE_KINDS,
  type TileKind,
  type WallPage,
} from '@ringside/core/contract/boards/wallboard.ts';
import {
  CalendarClock,
  ChartColumn,
  Hourglass,
  ListOrdered,
  type LucideIcon,
  Plus,
  Sigma,
  Type,
  Users,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { changeTile, insertTile, newTile, removeTile } from './edit-pages.ts';
import classes from './PagesEditor.module.css';
import { TileSettings } from './TileSettings.tsx';
import type { Draft } from './use-draft.ts';

const KIND_ICONS: Readonly<Record<TileKind, LucideIcon>> = {
  queue: ListOrdered,
  totals: Sigma,
  agents: Users,
  ticker: Hourglass,
  chart: ChartColumn,
  clock: CalendarClock,
  text: Type,
};

interface Props {
  readonly page: WallPage;
  /** Id of the selected tile. */
  readonly chosen: string | null;
  /** Server errors of the selected tile. */
  readonly faults: Draft['faults'];
  readonly queues: readonly BoardQueue[];
  readonly readOnly: boolean;
  readonly onChoose: (tile: string) => void;
  readonly onPage: (page: WallPage) => void;
}

/** Side panel of a page: the menu that adds a tile, and the settings of the selected one. */
export function TileSide({ page, chosen, faults, queues, readOnly, onChoose, onPage }: Props) {
  const { t } = useTranslation('wallboard');
  const tile = page.tiles.find((one) => one.id === chosen);
  const add = (kind: TileKind): void => {
    const made = newTile(kind, page, queues, t('edit.newText'));
    if (made === null) return;
    onPage(insertTile(page, made));
    onChoose(made.id);
  };
  return (
    <aside className={classes['side']} aria-label={t('edit.tile')}>
      {readOnly ? null : <Palette full={page.tiles.length >= MOST_TILES} noQueue={queues.length === 0} onAdd={add} />}
      {faults.length > 0 ? (
        <Alert color="red">
          {faults.map((fault) => (
            <div key={fault.message}>{fault.message}</div>
          ))}
        </Alert>
      ) : null}
      {tile ? (
        <TileSettings
          key={tile.id}
          tile={tile}
          queues={queues}
          readOnly={readOnly}
          onChange={(next: Tile) => onPage(changeTile(page, tile.id, () => next))}
          onRemove={() => onPage(removeTile(page, tile.id))}
        />
      ) : (
        <p className={classes['hint']}>{t('edit.choose')}</p>
      )}
    </aside>
  );
}

interface PaletteProps {
  readonly full: boolean;
  readonly noQueue: boolean;
  readonly onAdd: (kind: TileKind) => void;
}

function Palette({ full, noQueue, onAdd }: PaletteProps) {
  const { t } = useTranslation('wallboard');
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button fullWidth variant="light" leftSection={<Plus size={16} aria-hidden="true" />} disabled={full}>
          {t('edit.addTile')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {TILE_KINDS.map((kind) => {
          const Icon = KIND_ICONS[kind];
          return (
            <Menu.Item
              key={kind}
              leftSection={<Icon size={16} aria-hidden="true" />}
              disabled={noQueue && kind === 'queue'}
              onClick={() => onAdd(kind)}
            >
              {t(`kinds.${kind}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
