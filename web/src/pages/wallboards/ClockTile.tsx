import type { Tile } from '@ringside/core/contract/wallboards.ts';
import type { CSSProperties } from 'react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './TileView.module.css';
import { useWall } from './wall-context.ts';

/** The time and the day where the customer is, or wherever the tile says. */
export function ClockTile({ tile }: { readonly tile: Extract<Tile, { kind: 'clock' }> }) {
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
    <div className={classes['center']} style={{ '--chars': 5 } as CSSProperties}>
      <bdi dir="ltr" className={classes['huge']}>
        {time.format(now)}
      </bdi>
      <span className={classes['below']}>{date.format(now)}</span>
    </div>
  );
}
