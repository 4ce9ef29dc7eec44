import { PlugZap, Unplug, Wrench } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../base/clock.ts';
import { useRow } from '../../live/hooks.ts';
import { store } from '../../live/live.ts';
import { topic } from '../../live/topic.ts';
import { useSlow } from '../../live/use-slow.ts';
import { Elapsed } from '../../ui/Elapsed.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useMaintenanceText } from '../../ui/use-maintenance-text.ts';
import { useSecond } from '../../ui/use-second.ts';
import { sumQuality } from './quality.ts';
import classes from './ServerCard.module.css';
import { Sparkline } from './Sparkline.tsx';

/** One PBX: the link, its calls, how they sound, and how old the news is. */
export function ServerCard({ server }: { readonly server: string }) {
  const { t } = useTranslation('dashboard');
  const { number, percent } = useFormat();
  const maintenanceText = useMaintenanceText();
  const row = useRow('servers', server);
  const calls = useSlow(
    [topic.keys('calls')],
    250,
    useCallback(() => {
      let count = 0;
      for (const key of store.keys('calls')) if (key.startsWith(`${server}\t`)) count++;
      return count;
    }, [server]),
  );
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
  if (!row) return null;
  const ms = (value: number | null): string =>
    value === null ? '–' : t('servers.ms', { n: number(Math.round(value)) });
  return (
    <li className={classes['card']} data-stale={row.stale || undefined}>
      <div className={classes['head']}>
        <span className={classes['name']} title={row.name}>
          {row.name}
        </span>
        {row.connected ? (
          <StatusBadge tone="ok" icon={PlugZap}>
            {t('servers.connected')}
          </StatusBadge>
        ) : (
          <StatusBadge tone={row.maintenance ? 'warn' : 'bad'} icon={Unplug}>
            {t('servers.away')} <Elapsed since={row.since} short />
          </StatusBadge>
        )}
      </div>
      {row.maintenance ? (
        <div className={classes['maintenance']}>
          <Wrench size={14} aria-hidden="true" />
          <span>{maintenanceText(row.maintenance)}</span>
        </div>
      ) : null}
      <div className={classes['line']}>
        <span>{t('servers.calls', { count: calls })}</span>
        <span title={row.version ?? undefined} className={classes['version']}>
          {row.version ? <bdi dir="ltr">{t('servers.version', { version: short(row.version) })}</bdi> : null}
        </span>
        <Age server={row.id} />
      </div>
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
    </li>
  );
}

/** `Asterisk 22.5.1~dfsg-1` and the like: the number alone. */
const short = (version: string): string => /\d+(?:\.\d+)+/.exec(version)?.[0] ?? version;

/** How long ago the newest event of the server was received. */
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
