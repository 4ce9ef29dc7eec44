import type { AlarmLevel } from '@ringside/core/boards/threshold.ts';
import type { Tile } from '@ringside/core/contract/boards/wallboard.ts';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { store } from '../../data/live/live.ts';
import { isWaiting } from '../../data/live/tally.ts';
import { clockText } from './figure-text.ts';
import { LevelIcon } from './LevelIcon.tsx';
import classes from './TickerTile.module.css';
import { keyOf, queuesOfTile } from './wall-values.ts';
import { useWall } from './wall-context.ts';
import { WallLink } from './WallLink.tsx';

/** Maximum number of callers. Only those that fit are visible. */
const MOST = 20;

type TickerTileOf = Extract<Tile, { kind: 'ticker' }>;

/** Longest waiting callers with their queues, without phone numbers. */
export function TickerTile({ tile }: { readonly tile: TickerTileOf }) {
  const { t } = useTranslation('wallboard');
  const { board, now, drill } = useWall();
  const waits = queuesOfTile(tile, board.queues)
    .flatMap((queue) =>
      store.callersOf(keyOf(queue)).flatMap((key) => {
        const row = store.row('callers', key);
        return row && isWaiting(row) ? [{ key, queue, row }] : [];
      }),
    )
    .sort((a, b) => a.row.joinedAt - b.row.joinedAt || a.key.localeCompare(b.key))
    .slice(0, MOST);
  if (waits.length === 0)
    return (
      <p className={classes['none']}>
        <CircleCheck className={classes['icon']} aria-hidden="true" />
        {t('show.nobodyWaits')}
      </p>
    );
  return (
    <ol className={classes['waits']}>
      {waits.map(({ key, queue, row }) => {
        const seconds = Math.max(0, Math.floor((now - row.joinedAt) / 1000));
        const level = levelOf(tile, seconds);
        return (
          <li key={key} data-level={level}>
            <LevelIcon level={level} className={classes['icon']} />
            <bdi dir="ltr" className={classes['wait']}>
              {clockText(seconds)}
            </bdi>
            {drill ? (
              <WallLink queues={[queue]} className={classes['queue']} otherwise={<QueueName label={queue.label} />}>
                <bdi>{queue.label}</bdi>
              </WallLink>
            ) : (
              <QueueName label={queue.label} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

function QueueName({ label }: { readonly label: string }) {
  return (
    <bdi className={classes['queue']} title={label}>
      {label}
    </bdi>
  );
}

/** Returns the alarm level of a caller. A caller's wait only grows, so hold time and margin do not apply. */
const levelOf = (tile: TickerTileOf, seconds: number): AlarmLevel => {
  const rule = tile.thresholds.find((r) => r.figure === 'longestWait');
  if (rule === undefined) return 'ok';
  if (rule.bad !== null && seconds >= rule.bad) return 'bad';
  return rule.warn !== null && seconds >= rule.warn ? 'warn' : 'ok';
};
