import { ActionIcon, Alert, Button, Menu, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import {
  MOST_PAGES,
  MOST_TILES,
  type Tile,
  TILE_KINDS,
  type TileKind,
  type Wallboard,
} from '@ringside/core/contract/wallboards.ts';
import { useQuery } from '@tanstack/react-query';
import {
  CalendarClock,
  ChartColumn,
  Hourglass,
  LayoutGrid,
  type LucideIcon,
  Plus,
  Sigma,
  Trash2,
  Type,
  Users,
  ListOrdered,
} from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { startLive } from '../../live/live.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { EditGrid } from './EditGrid.tsx';
import { changeTile, insertTile, moveTile, newTile, removeTile, resizeTile, withPage } from './edit-pages.ts';
import classes from './PagesEditor.module.css';
import { TileSettings } from './TileSettings.tsx';
import type { Draft } from './use-draft.ts';
import { useBoardQueues } from './use-board-queues.ts';
import { useWallData } from './use-wall-data.ts';
import { dayQuery, viewQuery } from './wallboard-queries.ts';
import { WallContext } from './wall-context.ts';

export const KIND_ICONS: Readonly<Record<TileKind, LucideIcon>> = {
  queue: ListOrdered,
  totals: Sigma,
  agents: Users,
  ticker: Hourglass,
  chart: ChartColumn,
  clock: CalendarClock,
  text: Type,
};

interface Props {
  readonly row: Wallboard;
  readonly draft: Draft;
  readonly readOnly: boolean;
}

/** The pages of a board as they will look, with live figures; tiles are dragged, or moved by the arrow keys. */
export function PagesEditor({ row, draft, readOnly }: Props) {
  const queues = useBoardQueues(row.customerId);
  const view = useQuery(viewQuery(row.id));
  useEffect(startLive, []);
  if (queues === null || !view.data) return <Skeleton height={420} radius="md" />;
  return <Loaded row={row} draft={draft} readOnly={readOnly} queues={queues} timezone={view.data.timezone} />;
}

type LoadedProps = Props & {
  readonly queues: NonNullable<ReturnType<typeof useBoardQueues>>;
  readonly timezone: string;
};

function Loaded({ row, draft, readOnly, queues, timezone }: LoadedProps) {
  const { t } = useTranslation('wallboard');
  const { pages } = draft;
  const [at, setAt] = useState(0);
  const [chosen, setChosen] = useState<string | null>(null);
  const [shape, setShape] = useState<'wide' | 'tall'>('wide');
  const index = at < pages.length ? at : 0;
  const page = pages[index] ?? { name: '', tiles: [] };
  const board = useMemo(
    () => ({ id: row.id, pages: [...pages], queues: [...queues], timezone, customerName: row.customerName }),
    [row.id, row.customerName, pages, queues, timezone],
  );
  const day = useQuery(dayQuery(board, null));
  const data = useWallData(board, day.data ?? null);
  const put = (next: typeof page): void => draft.change(withPage(pages, index, next));
  const tile = page.tiles.find((one) => one.id === chosen);
  const faults = draft.faults.filter((f) => f.page === index && page.tiles[f.tile]?.id === chosen);
  useFirstFault(draft, (fault) => {
    setAt(fault.page);
    setChosen(pages[fault.page]?.tiles[fault.tile]?.id ?? null);
  });
  const add = (kind: TileKind, before?: number): void => {
    const made = newTile(kind, page, queues, t('edit.newText'));
    if (made === null) return;
    put(insertTile(page, made, before));
    setChosen(made.id);
  };
  const turnTo = (next: number): void => {
    setAt(next);
    setChosen(null);
  };
  return (
    <WallContext value={data}>
      <div className={classes['editor']}>
        <section className={classes['pages']} aria-label={t('edit.pages')}>
          <PageBar
            index={index}
            draft={draft}
            readOnly={readOnly}
            onTurn={turnTo}
            onName={(name) => put({ ...page, name })}
          >
            <SegmentedControl
              size="xs"
              aria-label={t('edit.shape')}
              value={shape}
              onChange={(next) => setShape(next as 'wide')}
              data={[
                { value: 'wide', label: t('edit.wide') },
                { value: 'tall', label: t('edit.tall') },
              ]}
            />
          </PageBar>
          {page.tiles.length === 0 ? (
            <div className={classes['empty']} data-ground={row.scheme}>
              <EmptyState icon={LayoutGrid} title={t('edit.empty')}>
                {t('edit.emptyHint')}
              </EmptyState>
            </div>
          ) : (
            <EditGrid
              page={page}
              index={index}
              scheme={row.scheme}
              shape={shape}
              chosen={chosen}
              readOnly={readOnly}
              onChoose={setChosen}
              onMove={(id, to) => put(moveTile(page, id, to))}
              onResize={(id, by) => put(resizeTile(page, id, by))}
              onRemove={(id) => put(removeTile(page, id))}
            />
          )}
        </section>
        <aside className={classes['side']} aria-label={t('edit.tile')}>
          {readOnly ? null : (
            <Palette full={page.tiles.length >= MOST_TILES} noQueue={queues.length === 0} onAdd={add} />
          )}
          {faults.length > 0 ? (
            <Alert color="red">
              {faults.map((fault) => (
                <div key={fault.message}>{fault.message}</div>
              ))}
            </Alert>
          ) : null}
          {tile ? (
            <TileSettings
              key={`${index} ${tile.id}`}
              tile={tile}
              queues={queues}
              readOnly={readOnly}
              onChange={(next: Tile) => put(changeTile(page, tile.id, () => next))}
              onRemove={() => put(removeTile(page, tile.id))}
            />
          ) : (
            <p className={classes['hint']}>{t('edit.choose')}</p>
          )}
        </aside>
      </div>
    </WallContext>
  );
}

/** Leads to what the server refused, once for each refusal. */
const useFirstFault = (draft: Draft, lead: (fault: Draft['faults'][number]) => void): void => {
  const [led, setLed] = useState(draft.faults);
  const [first] = draft.faults;
  if (led === draft.faults) return;
  setLed(draft.faults);
  if (first) lead(first);
};

interface BarProps {
  readonly index: number;
  readonly draft: Draft;
  readonly readOnly: boolean;
  readonly onTurn: (index: number) => void;
  readonly onName: (name: string) => void;
  readonly children: React.ReactNode;
}

function PageBar({ index, draft, readOnly, onTurn, onName, children }: BarProps) {
  const { t } = useTranslation('wallboard');
  const { pages, change } = draft;
  const addPage = (): void => {
    change([...pages, { name: '', tiles: [] }]);
    onTurn(pages.length);
  };
  const removePage = (): void => {
    change(pages.filter((_, i) => i !== index));
    onTurn(Math.max(0, index - 1));
  };
  return (
    <div className={classes['bar']}>
      <div className={classes['tabs']} role="group" aria-label={t('edit.pages')}>
        {pages.map((page, i) => (
          <Button
            key={i}
            size="compact-sm"
            variant={i === index ? 'light' : 'subtle'}
            aria-pressed={i === index}
            onClick={() => onTurn(i)}
          >
            <bdi>{page.name || t('edit.page', { n: i + 1 })}</bdi>
          </Button>
        ))}
        {readOnly || pages.length >= MOST_PAGES ? null : (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<Plus size={14} aria-hidden="true" />}
            onClick={addPage}
          >
            {t('edit.addPage')}
          </Button>
        )}
      </div>
      {readOnly ? null : (
        <>
          <TextInput
            size="xs"
            aria-label={t('edit.pageName')}
            placeholder={t('edit.pageName')}
            value={pages[index]?.name ?? ''}
            maxLength={64}
            onChange={(e) => onName(e.currentTarget.value)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('edit.removePage')}
            disabled={pages.length < 2}
            onClick={removePage}
          >
            <Trash2 size={16} aria-hidden="true" />
          </ActionIcon>
        </>
      )}
      {children}
    </div>
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
