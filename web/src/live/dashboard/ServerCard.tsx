import { PlugZap, Unplug, Wrench, WifiOff } from 'lucide-react';
import type { ServerRow } from '@ringside/core/live/state.ts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../data/base/clock.ts';
import { useRow } from '../../data/live/hooks.ts';
import { store } from '../../data/live/live.ts';
import { topic } from '../../data/live/topic.ts';
import { useSlow } from '../../data/live/use-slow.ts';
import { Elapsed } from '../../ui/Elapsed.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useMaintenanceText } from '../../ui/use-maintenance-text.ts';
import { useSecond } from '../../ui/use-second.ts';
import { sumQuality } from './quality.ts';
import { AsOf } from './AsOf.tsx';
import classes from './ServerCard.module.css';
import spark from './Sparkline.module.css';

/** Separate, because it changes far more often than the rest of the card. */
function CallCount({ server }: { readonly server: string }) {
  const { t } = useTranslation('dashboard');
  const calls = useSlow(
    [topic.keys('calls')],
    250,
    useCallback(() => {
      let count = 0;
      for (const key of store.keys('calls')) if (key.startsWith(`${server}\t`)) count++;
      return count;
    }, [server]),
  );
  return <span>{t('servers.calls', { count: calls })}</span>;
}

/** Card of one PBX server: its link, calls, voice quality, and the age of the newest event. */
export function ServerCard({ server }: { readonly server: string }) {
  const { t } = useTranslation('dashboard');
  const maintenanceText = useMaintenanceText();
  const row = useRow('servers', server);
  if (!row) return null;
  return (
    <li className={classes['card']} data-stale={row.stale || undefined}>
      <div className={classes['head']}>
        <span className={classes['name']} title={row.name}>
          {row.name}
        </span>
        <LinkBadge server={row} />
      </div>
      {row.maintenance ? (
        <div className={classes['maintenance']}>
          <Wrench size={14} aria-hidden="true" />
          <span>{maintenanceText(row.maintenance)}</span>
        </div>
      ) : null}
      <div className={classes['line']}>
        <CallCount server={server} />
        <span title={row.version ?? undefined} className={classes['version']}>
          {row.version ? <bdi dir="ltr">{t('servers.version', { version: short(row.version) })}</bdi> : null}
        </span>
        {row.stale ? <AsOf server={row} /> : <Age server={row.id} />}
      </div>
      <Quality server={server} />
    </li>
  );
}

function LinkBadge({ server }: { readonly server: ServerRow }) {
  const { t } = useTranslation('dashboard');
  if (!server.connected)
    return (
      <StatusBadge tone={server.maintenance ? 'warn' : 'bad'} icon={Unplug}>
        {t('servers.away')} <Elapsed since={server.since} short />
      </StatusBadge>
    );
  if (server.stale)
    return (
      <StatusBadge tone="warn" icon={WifiOff}>
        {t('servers.noData')}
      </StatusBadge>
    );
  return (
    <StatusBadge tone={server.problem === null ? 'ok' : 'warn'} icon={PlugZap}>
      {t(server.problem === null ? 'servers.connected' : 'servers.incomplete')}
    </StatusBadge>
  );
}

/** Packet loss, round-trip time and jitter of the calls of one PBX server. */
function Quality({ server }: { readonly server: string }) {
  const { t } = useTranslation('dashboard');
  const { number, percent } = useFormat();
  const quality = useSlow(
    [topic.any('quality')],
    1000,
    useCallback(
      () =>
        sumQuality(
          [...store.state.quality.values()].filter((q) => String(q.serverId) === server),
          serverNow(),
        ),
      [server],
    ),
  );
  const ms = (value: number | null): string =>
    value === null ? '–' : t('servers.ms', { n: number(Math.round(value)) });
  return (
    <dl className={classes['quality']} title={t('servers.qualityHint', { count: quality.reports })}>
      <div>
        <dt>{t('servers.lost')}</dt>
        <dd dir="ltr" className="num">
          {number(quality.lost)} / {number(quality.remoteLost)}
          <small>{quality.lostShare === null ? '' : percent(quality.lostShare)}</small>
        </dd>
        <Sparkline points={quality.lossLine} atLeast={2} />
      </div>
      <div>
        <dt>{t('servers.roundTrip')}</dt>
        <dd dir="ltr" className="num">
          {ms(quality.roundTripMs)}
        </dd>
        <Sparkline points={quality.roundTripLine} atLeast={50} />
      </div>
      <div>
        <dt>{t('servers.jitter')}</dt>
        <dd dir="ltr" className="num">
          {quality.jitterInMs === null ? '–' : number(Math.round(quality.jitterInMs))} / {ms(quality.jitterOutMs)}
        </dd>
        <Sparkline points={quality.jitterLine} atLeast={20} />
      </div>
    </dl>
  );
}

interface SparklineProps {
  /** Oldest first; null leaves a gap. */
  readonly points: readonly (number | null)[];
  /** Minimum top of the scale, so that noise near zero stays flat. */
  readonly atLeast: number;
}

const WIDTH = 60;
const HEIGHT = 16;

/** Line chart of the last half hour. Screen readers skip it, because the figure next to it has the value. */
function Sparkline({ points, atLeast }: SparklineProps) {
  const top = Math.max(atLeast, ...points.map((p) => p ?? 0));
  const x = (i: number): number => (points.length > 1 ? (i / (points.length - 1)) * WIDTH : WIDTH);
  const y = (p: number): number => HEIGHT - 1 - (p / top) * (HEIGHT - 2);
  // Draws a straight line across minutes without a report, because minutes without a finished call have none.
  const known = points.flatMap((p, i) => (p === null ? [] : [[x(i), y(p)] as const]));
  const path = known.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${px.toFixed(1)} ${py.toFixed(1)}`).join('');
  const end = known.at(-1);
  return (
    <svg className={spark['line']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} className={spark['ground']} />
      {known.length > 1 ? <path d={path} className={spark['trace']} /> : null}
      {known.length === 1 && end ? <circle cx={end[0] - 1} cy={end[1]} r="1.5" className={spark['dot']} /> : null}
    </svg>
  );
}

/** Returns only the version number of texts such as `Asterisk 22.5.1~dfsg-1`. */
const short = (version: string): string => /\d+(?:\.\d+)+/.exec(version)?.[0] ?? version;

/** Shows how long ago the server's newest event was received. */
function Age({ server }: { readonly server: number }) {
  const { t } = useTranslation('dashboard');
  const second = useSecond();
  const at = store.lastEventAt(server);
  const age = at === null ? null : Math.max(0, second - Math.floor(at / 1000));
  return (
    <span className={classes['age']} title={t('servers.ageHint')}>
      {age === null
        ? t('servers.noEvent')
        : age < 60
          ? t('servers.ageSeconds', { n: age })
          : t('servers.ageMinutes', { n: Math.floor(age / 60) })}
    </span>
  );
}
