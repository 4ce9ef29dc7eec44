import type { ServerRow } from '@ringside/core/live/state.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { periodOfDays } from '@ringside/core/reports/report-period.ts';
import { CircleCheck, Hourglass, type LucideIcon, TrendingDown, Unplug, UserX, Wrench } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../data/api/session.ts';
import { useCan } from '../../data/api/use-can.ts';
import { serverNow } from '../../data/base/clock.ts';
import { Unseen } from '../../calls/gap/Unseen.tsx';
import { useSocketState } from '../../data/live/hooks.ts';
import { startLive, store } from '../../data/live/live.ts';
import { isLive } from '../../data/live/socket-state.ts';
import { topic } from '../../data/live/topic.ts';
import { useCallcenters, useQueueNames } from '../../data/live/use-queue-names.ts';
import { useSlow } from '../../data/live/use-slow.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Elapsed } from '../../ui/Elapsed.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Said } from '../../ui/Said.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useMaintenanceText } from '../../ui/use-maintenance-text.ts';
import { useSecond } from '../../ui/use-second.ts';
import classes from './Attention.module.css';
import { findQueueTrouble, type QueueFacts, type QueueTrouble, type QueueVerdict } from './find-queue-trouble.ts';
import { LiveFigures } from './LiveFigures.tsx';

const SHOWN = 6;
const TOPICS = [topic.tallies, topic.keys('queues'), topic.any('queues')];
const SERVER_TOPICS = [topic.keys('servers'), topic.any('servers')];

const readQueues = (): readonly QueueFacts[] =>
  store.keys('queues').flatMap((key) => {
    const row = store.row('queues', key);
    if (!row) return [];
    const { waiting, oldest, members, agents } = store.tally(key);
    const today = row.today;
    return [
      {
        ...{ key, name: row.name, callcenterId: row.owner.callcenterId, waiting, oldest },
        present: members - agents.paused - agents.unavailable,
        thresholdSeconds: today?.thresholdSeconds ?? null,
        serviceLevel: today?.serviceLevel ?? null,
      },
    ];
  });

const readAway = () =>
  store.keys('servers').flatMap((key) => {
    const row = store.row('servers', key);
    return row && (!row.connected || row.stale || row.maintenance) ? [row] : [];
  });

/** Returns the current day in the user's time zone. */
const todayIn = (timeZone: string) => {
  const day = dayOf(serverNow(), timeZone);
  const { from, to } = periodOfDays(day, day, timeZone);
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
};

/** Queues that need attention now. Shown only when the live state is complete, to avoid false alarms. */
export function QueuesNow({ onTroubled }: { readonly onTroubled: (queues: number | null) => void }) {
  const { t } = useTranslation('home');
  const live = isLive(useSocketState());
  const queues = useSlow(TOPICS, 1000, readQueues);
  const away = useSlow(SERVER_TOPICS, 1000, readAway);
  const callcenters = useCallcenters();
  const now = useSecond() * 1000;
  const { timezone } = useUser();
  const today = todayIn(timezone);
  useEffect(startLive, []);
  const ranked = findQueueTrouble(queues, (id) => callcenters.get(id)?.slaTargetPercent, now);
  const troubled = ranked.filter((q) => q.trouble !== 'waiting').length;
  // Without data of every PBX server, the absence of problems is not certain.
  const known = live && away.length === 0;
  useEffect(() => onTroubled(live && (known || troubled > 0) ? troubled : null), [onTroubled, live, known, troubled]);
  if (!live || queues.length === 0) return null;
  return (
    <Panel
      title={t('now.title')}
      flush
      actions={
        <LinkButton to="/dashboard" variant="default" size="xs">
          {t('attention.toDashboard')}
        </LinkButton>
      }
    >
      <Unseen {...today} part="queues" timeZone={timezone}>
        <LiveFigures />
      </Unseen>
      <ul className={classes['list']}>
        <AwayServers away={away} />
        {ranked.slice(0, SHOWN).map((q) => (
          <Queue key={q.key} queue={q} />
        ))}
        {ranked.length > SHOWN ? (
          <li className={classes['item']}>
            <span className={classes['what']}>{t('now.andMore', { count: ranked.length - SHOWN })}</span>
          </li>
        ) : null}
        {ranked.length === 0 && known ? (
          <li className={classes['item']} data-tone="ok">
            <CircleCheck size={20} aria-hidden="true" />
            <span className={classes['words']}>{t('now.calm', { count: queues.length })}</span>
          </li>
        ) : null}
      </ul>
      <Said text={t('now.troubled', { count: troubled })} />
    </Panel>
  );
}

const LOOKS: Readonly<Record<QueueTrouble, { readonly icon: LucideIcon; readonly tone: 'bad' | 'warn' }>> = {
  nobody: { icon: UserX, tone: 'bad' },
  late: { icon: Hourglass, tone: 'bad' },
  breach: { icon: TrendingDown, tone: 'warn' },
  waiting: { icon: Hourglass, tone: 'warn' },
};

function Queue({ queue: q }: { readonly queue: QueueVerdict }) {
  const { t } = useTranslation('home');
  const { percent } = useFormat();
  const nameOf = useQueueNames();
  const { icon: Icon, tone } = LOOKS[q.trouble];
  const name = nameOf(q.key) ?? q.name;
  const level = { level: percent(q.serviceLevel), target: percent((q.target ?? 0) * 1000) };
  return (
    <li className={classes['item']} data-tone={tone}>
      <Icon size={20} aria-hidden="true" />
      <span className={classes['words']}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className={classes['what']}>
          {q.trouble === 'breach' ? t('now.breach', level) : t(`now.${q.trouble}`, { count: q.waiting })}
        </span>
      </span>
      {q.oldest === null ? null : (
        <span className={classes['what']}>
          {t('now.longest')} <Elapsed since={q.oldest} short />
        </span>
      )}
      <LinkButton
        to="/dashboard"
        search={{ queue: q.key.replace('\t', ':') }}
        variant="default"
        size="xs"
        aria-label={t('now.openOf', { name })}
      >
        {t('now.open')}
      </LinkButton>
    </li>
  );
}

/** Lists PBX servers whose data may be outdated. Users with the server list see disconnected servers there. */
function AwayServers({ away }: { readonly away: readonly ServerRow[] }) {
  const { t } = useTranslation('home');
  const can = useCan();
  const format = useFormat();
  const maintenanceText = useMaintenanceText();
  const shown = can('read', 'endpoint') ? away.filter((server) => server.connected && !server.maintenance) : away;
  return shown.map((server) => (
    <li key={server.id} className={classes['item']} data-tone={server.maintenance ? 'warn' : 'bad'}>
      {server.maintenance ? <Wrench size={20} aria-hidden="true" /> : <Unplug size={20} aria-hidden="true" />}
      <span className={classes['words']}>
        <strong>
          <bdi>{server.name}</bdi>
        </strong>
        <span className={classes['what']}>
          {server.maintenance
            ? maintenanceText(server.maintenance)
            : server.connected
              ? t('now.serverSilent', { date: format.dateTime(server.lastEventAt ?? server.since) })
              : t('now.serverAway', { date: format.dateTime(server.since) })}
        </span>
      </span>
    </li>
  ));
}
