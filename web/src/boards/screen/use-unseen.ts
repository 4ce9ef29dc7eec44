import type { BoardDay, Tile } from '@ringside/core/contract/boards/wallboard.ts';
import { useTranslation } from 'react-i18next';
import { useTimeLocale } from '../../locales/time-locale.ts';
import { useWall } from '../tiles/wall-context.ts';
import { queuesOfTile } from '../tiles/wall-values.ts';

type Gap = BoardDay['unseen'][number];

/** Formats a data gap such as `PBX 2 unseen 10:02–10:05`, in the customer's time zone. */
export const useUnseenText = (timeZone: string): ((gap: Gap) => string) => {
  const { t } = useTranslation('gap');
  const time = new Intl.DateTimeFormat(useTimeLocale(), { timeStyle: 'short', timeZone });
  return ({ serverName: server, from, to }) =>
    to === null
      ? t('since', { server, when: time.format(new Date(from)) })
      : t('unseen', { server, when: time.formatRange(new Date(from), new Date(to)) });
};

/** The gap in today's data of a tile; `''` if the data is complete. */
export const useUnseenOf = (tile: Tile): string => {
  const { day, board } = useWall();
  const textOf = useUnseenText(board.timezone);
  if (day === null || !(tile.kind === 'queue' || tile.kind === 'totals' || tile.kind === 'chart')) return '';
  const servers = new Set(queuesOfTile(tile, board.queues).map((q) => q.serverId));
  return day.unseen
    .filter((gap) => servers.has(gap.serverId))
    .map(textOf)
    .join('; ');
};
