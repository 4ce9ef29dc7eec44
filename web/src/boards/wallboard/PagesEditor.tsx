import { ActionIcon, Button, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { MOST_PAGES, type Wallboard } from '@ringside/core/contract/boards/wallboard.ts';
import { useQuery } from '@tanstack/react-query';
import { LayoutGrid, Plus, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { startLive } from '../../data/live/live.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { EditGrid } from './EditGrid.tsx';
import { moveTile, removeTile, resizeTile, withPage } from './edit-pages.ts';
import classes from './PagesEditor.module.css';
import { TileSide } from './TileSide.tsx';
import type { Draft } from './use-draft.ts';
import { useBoardQueues } from '../tiles/use-board-queues.ts';
import { useWallData } from '../tiles/use-wall-data.ts';
import { dayQuery, viewQuery } from './wallboard-queries.ts';
import { WallContext } from '../tiles/wall-context.ts';

interface Props {
  readonly row: Wallboard;
  readonly draft: Draft;
  readonly readOnly: boolean;
}

/** Editor with a live preview of a wallboard's pages. Tiles move by dragging or with the arrow keys. */
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
  useFirstFault(draft, (fault) => {
    setAt(fault.page);
    setChosen(pages[fault.page]?.tiles[fault.tile]?.id ?? null);
  });
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
              onChange={(next) => setShape(next === 'tall' ? 'tall' : 'wide')}
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
        <TileSide
          key={index}
          page={page}
          chosen={chosen}
          faults={draft.faults.filter((f) => f.page === index && page.tiles[f.tile]?.id === chosen)}
          queues={queues}
          readOnly={readOnly}
          onChoose={setChosen}
          onPage={put}
        />
      </div>
    </WallContext>
  );
}

/** Opens the first tile that the server rejected, once for each rejected save. */
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
