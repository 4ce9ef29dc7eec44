import { linkSearch } from '../../data/base/link-search.ts';
import type { BoardDay, BoardQueue, Tile } from '@ringside/core/contract/boards/wallboard.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { useFormat } from '../../ui/use-format.ts';
import classes from './ChartTile.module.css';
import { queuesOfTile } from './wall-values.ts';
import { useWall } from './wall-context.ts';

interface Hour {
  readonly hour: number;
  readonly answered: number;
  readonly lost: number;
}

/** Returns the hours from the first call (at the latest 8:00) to the last (at the earliest 17:00). */
const hoursOf = (day: BoardDay, ids: ReadonlySet<string>): readonly Hour[] => {
  const mine = day.hours.filter((h) => ids.has(h.queueId));
  const first = Math.min(8, ...mine.map((h) => h.hour));
  const last = Math.max(17, ...mine.map((h) => h.hour));
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const hour = first + i;
    const rows = mine.filter((h) => h.hour === hour);
    return {
      hour,
      answered: rows.reduce((n, r) => n + r.answered, 0),
      lost: rows.reduce((n, r) => n + r.lost, 0),
    };
  });
};

/** Today's calls by hour: answered calls at the bottom, lost calls on top. */
export function ChartTile({ tile }: { readonly tile: Extract<Tile, { kind: 'chart' }> }) {
  const { t } = useTranslation('wallboard');
  const { number } = useFormat();
  const { board, day, drill } = useWall();
  if (day === null) return null;
  const queues = queuesOfTile(tile, board.queues);
  const hours = hoursOf(day, new Set(queues.map((q) => q.id)));
  const top = Math.max(1, ...hours.map((h) => h.answered + h.lost));
  const share = (part: number) => ({ height: `${(part / top) * 100}%` });
  const bars = (
    <ol className={classes['bars']} aria-label={t('kinds.chart')}>
      {hours.map(({ hour, answered, lost }) => (
        <li key={hour}>
          <span className={classes['total']} aria-hidden="true">
            {answered + lost > 0 ? number(answered + lost) : ''}
          </span>
          <span
            className={classes['bar']}
            role="img"
            aria-label={t('show.hourSays', { hour, answered: number(answered), lost: number(lost) })}
          >
            <span data-mark="lost" style={share(lost)} />
            <span data-mark="answered" style={share(answered)} />
          </span>
          <bdi dir="ltr" className={classes['hour']} aria-hidden="true">
            {hour}
          </bdi>
        </li>
      ))}
    </ol>
  );
  return (
    <div className={classes['chart']}>
      <ul className={classes['legend']} aria-hidden="true">
        <li data-mark="answered">{t('show.answered')}</li>
        <li data-mark="lost">{t('show.lost')}</li>
      </ul>
      {drill ? <ReportLink queues={queues}>{bars}</ReportLink> : bars}
    </div>
  );
}

/** Links to the day's report by hour, of one queue or of all. */
function ReportLink({ queues, children }: { readonly queues: readonly BoardQueue[]; readonly children: ReactNode }) {
  const can = useCan();
  const [only, other] = queues;
  if (!can('read', 'report') || only === undefined) return children;
  const search = { group: 'hour', ...(other === undefined ? { queue: only.name } : {}) };
  return (
    <Link to="/reports/queues" search={linkSearch(search)} className={classes['link']}>
      {children}
    </Link>
  );
}
