import type { BoardDay, Tile } from '@ringside/core/contract/wallboards.ts';
import { useTranslation } from 'react-i18next';
import { useWall } from './wall-context.ts';
import { queuesOfTile } from './wall-values.ts';

type Gap = BoardDay['unseen'][number];

/** `PBX 2 unseen 10:02–10:05`, on the customer's clock. */
export const useUnseenText = (timeZone: string): ((gap: Gap) => string) => {
  const { t, i18n } = useTranslation('gap');
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short', timeZone });
  return ({ serverName: server, from, to }) =>
    to === null
      ? t('since', { server, when: time.format(new Date(from)) })
      : t('unseen', { server, when: time.formatRange(new Date(from), new Date(to)) });
};

/** What of today nobody saw of a tile that tells of today; '' where all was. */
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
