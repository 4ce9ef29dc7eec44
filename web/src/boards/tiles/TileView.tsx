import type { Tile } from '@ringside/core/contract/boards/wallboard.ts';
import { CloudOff, EyeOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PartBoundary } from '../../ui/page/PartBoundary.tsx';
import { AgentsTile } from './AgentsTile.tsx';
import { ChartTile } from './ChartTile.tsx';
import { FiguresTile } from './FiguresTile.tsx';
import { TickerTile } from './TickerTile.tsx';
import classes from './TileView.module.css';
import { useUnseenOf } from '../screen/use-unseen.ts';
import { queuesOfTile } from './wall-values.ts';
import { useWall, type WallData } from './wall-context.ts';
import { tileKey } from './wall-watch.ts';
import { useMemo } from 'react';

/** Time and date in the customer's time zone, or in that of the tile. */
function ClockTile({ tile }: { readonly tile: Extract<Tile, { kind: 'clock' }> }) {
  const { i18n } = useTranslation();
  const { board, now } = useWall();
  const timeZone = tile.timezone ?? board.timezone;
  const [time, date] = useMemo(
    () => [
      new Intl.DateTimeFormat(i18n.language, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
      new Intl.DateTimeFormat(i18n.language, { timeZone, weekday: 'long', day: 'numeric', month: 'long' }),
    ],
    [i18n.language, timeZone],
  );
  return (
    <div className={classes['center']} style={{ '--chars': 5 }}>
      <bdi dir="ltr" className={classes['huge']}>
        {time.format(now)}
      </bdi>
      <span className={classes['below']}>{date.format(now)}</span>
    </div>
  );
}

interface Props {
  readonly tile: Tile;
  readonly page: number;
}

/** One tile with its title. The grid sets its size in cells. */
export function TileView({ tile, page }: Props) {
  const { t } = useTranslation('wallboard');
  const wall = useWall();
  const title = useTileTitle(tile, wall);
  const unseen = useUnseenOf(tile);
  const stale = queuesOfTile(tile, wall.board.queues).some((q) => wall.stale.has(q.serverId));
  return (
    <section className={classes['tile']} aria-label={title} data-kind={tile.kind} data-stale={stale || undefined}>
      {tile.kind === 'clock' || (tile.kind === 'text' && tile.title === '') ? null : (
        <h2 className={classes['title']}>
          <bdi title={title}>{title}</bdi>
          {unseen === '' ? null : <EyeOff className={classes['away']} role="img" aria-label={unseen} data-unseen />}
          {stale ? <CloudOff className={classes['away']} role="img" aria-label={t('show.stale')} /> : null}
        </h2>
      )}
      <div className={classes['body']}>
        <PartBoundary>
          <TileContent tile={tile} page={page} />
        </PartBoundary>
      </div>
    </section>
  );
}

export const useTileTitle = (tile: Tile, { board }: Pick<WallData, 'board'>): string => {
  const { t } = useTranslation('wallboard');
  if (tile.title !== '') return tile.title;
  const [only, other] = queuesOfTile(tile, board.queues);
  const one = only !== undefined && other === undefined && 'queueIds' in tile && tile.queueIds.length === 1;
  if (tile.kind === 'queue') return only?.label ?? t('kinds.queue');
  return one ? `${t(`kinds.${tile.kind}`)} · ${only.label}` : t(`kinds.${tile.kind}`);
};

function TileContent({ tile, page }: Props) {
  const { t } = useTranslation('wallboard');
  const wall = useWall();
  switch (tile.kind) {
    case 'queue':
    case 'totals': {
      const reading = wall.readings.tiles.get(tileKey(page, tile));
      if (tile.kind === 'queue' && queuesOfTile(tile, wall.board.queues).length === 0) {
        return <p className={classes['gone']}>{t('show.gone')}</p>;
      }
      return reading ? <FiguresTile tile={tile} reading={reading} /> : null;
    }
    case 'agents':
      return <AgentsTile tile={tile} />;
    case 'ticker':
      return <TickerTile tile={tile} />;
    case 'chart':
      return <ChartTile tile={tile} />;
    case 'clock':
      return <ClockTile tile={tile} />;
    case 'text': {
      const lines = tile.text.split('\n');
      const longest = Math.max(4, ...lines.map((l) => l.length));
      return (
        <p className={classes['text']} style={{ '--chars': longest, '--lines': lines.length }}>
          <bdi>{tile.text}</bdi>
        </p>
      );
    }
  }
}
