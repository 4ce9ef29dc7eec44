import { dayOf } from '@ringside/core/metrics/queue-today.ts';
import { periodOfDays } from '@ringside/core/metrics/report-period.ts';
import { CircleCheck, Hourglass, type LucideIcon, TrendingDown, Unplug, UserX, Wrench } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../api/session.ts';
import { useCan } from '../../api/use-can.ts';
import { serverNow } from '../../base/clock.ts';
import { Unseen } from '../../gaps/Unseen.tsx';
import { useSocketState } from '../../live/hooks.ts';
import { startLive, store } from '../../live/live.ts';
import { isLive } from '../../live/socket-state.ts';
import { topic } from '../../live/topic.ts';
import { useCallcenters, useQueueNames } from '../../live/use-queue-names.ts';
import { useSlow } from '../../live/use-slow.ts';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { Elapsed } from '../../ui/Elapsed.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Said } from '../../ui/Said.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useMaintenanceText } from '../../ui/use-maintenance-text.ts';
import { useSecond } from '../../ui/use-second.ts';
import classes from './Attention.module.css';
import { judgeQueues, type QueueFacts, type QueueTrouble, type QueueVerdict } from './judge-queues.ts';
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
    return row && (!row.connected || row.maintenance) ? [row] : [];
  });

/** The day so far, on the reader's clock. */
const todayIn = (timeZone: string) => {
  const day = dayOf(serverNow(), timeZone);
  const { from, to } = periodOfDays(day, day, timeZone);
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
};

/** The queues that need somebody right now. Shown once the state is exact; half a truth would alarm. */
export function QueuesNow() {
  const { t } = useTranslation('home');
  const live = isLive(useSocketState());
  const queues = useSlow(TOPICS, 1000, readQueues);
  const callcenters = useCallcenters();
  const now = useSecond() * 1000;
  const { timezone } = useUser();
  const today = todayIn(timezone);
  useEffect(startLive, []);
  if (!live || queues.length === 0) return null;
  const judged = judgeQueues(queues, (id) => callcenters.get(id)?.slaTargetPercent, now);
  const troubled = judged.filter((q) => q.trouble !== 'waiting').length;
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
        <AwayServers />
        {judged.slice(0, SHOWN).map((q) => (
          <Queue key={q.key} queue={q} />
        ))}
        {judged.length > SHOWN ? (
          <li className={classes['item']}>
            <span className={classes['what']}>{t('now.andMore', { count: judged.length - SHOWN })}</span>
          </li>
        ) : null}
        {judged.length === 0 ? (
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

/** For those to whom the platform's own list of servers says nothing: what they see of it may be old. */
function AwayServers() {
  const { t } = useTranslation('home');
  const can = useCan();
  const format = useFormat();
  const maintenanceText = useMaintenanceText();
  const away = useSlow(SERVER_TOPICS, 1000, readAway);
  if (can('read', 'endpoint')) return null;
  return away.map((server) => (
    <li key={server.id} className={classes['item']} data-tone={server.maintenance ? 'warn' : 'bad'}>
      {server.maintenance ? <Wrench size={20} aria-hidden="true" /> : <Unplug size={20} aria-hidden="true" />}
      <span className={classes['words']}>
        <strong>
          <bdi>{server.name}</bdi>
        </strong>
        <span className={classes['what']}>
          {server.maintenance
            ? maintenanceText(server.maintenance)
            : t('now.serverAway', { date: format.dateTime(server.since) })}
        </span>
      </span>
    </li>
  ));
}
