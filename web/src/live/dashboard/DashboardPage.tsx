import { Button } from '@mantine/core';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeys, useSocketState } from '../../data/live/hooks.ts';
import { startLive, store } from '../../data/live/live.ts';
import { topic } from '../../data/live/topic.ts';
import { useSlow } from '../../data/live/use-slow.ts';
import { addDays, startOfDay } from '@ringside/core/reports/report-period.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { useUser } from '../../data/api/session.ts';
import { serverNow } from '../../data/base/clock.ts';
import { Unseen } from '../../calls/gap/Unseen.tsx';
import { PartBoundary, Parts } from '../../ui/page/PartBoundary.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { AgentDrag } from '../members/AgentDrag.tsx';
import { Banners } from './Banners.tsx';
import { CallsTable } from '../calls/CallsTable.tsx';
import { ConnectionMark } from './ConnectionMark.tsx';
import classes from './DashboardPage.module.css';
import { type DashboardSearch, PER_PAGE } from './dashboard-search.ts';
import { EmptyDashboard } from './EmptyDashboard.tsx';
import {
  addressOfQueue,
  filterQueues,
  findQueue,
  type ListedQueue,
  type PageOf,
  pageOf,
  sortQueues,
} from './queue-list.ts';
import { QueueCard } from './QueueCard.tsx';
import { QueuePager } from './QueuePager.tsx';
import { QueuePanel } from './QueuePanel.tsx';
import { QueueToolbar } from './QueueToolbar.tsx';
import { ServersStrip } from './ServersStrip.tsx';
import { TotalsStrip } from './TotalsStrip.tsx';
import { type ChangeSearch, useDashboardSearch } from './use-dashboard-search.ts';
import { useQueueNames } from '../../data/live/use-queue-names.ts';

/** Minimum time between two changes of the card order, in ms, so that cards can be clicked. */
const ORDER_MS = 1000;

/** Returns the current day in the user's time zone, for the figures of the day. */
const todayOf = (timeZone: string) => {
  const day = dayOf(serverNow(), timeZone);
  const [from, to] = [startOfDay(day, timeZone), startOfDay(addDays(day, 1), timeZone)];
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
};

/** Returns the queues that match the filters, in the chosen order. */
const useListedQueues = (
  keys: readonly string[],
  { name, sort = 'name', servers }: DashboardSearch,
): readonly ListedQueue[] => {
  const { i18n } = useTranslation();
  const labelOf = useQueueNames();
  const only = servers?.join(',');
  return useSlow(
    sort === 'name' ? [] : [topic.any('queues'), topic.tallies],
    ORDER_MS,
    useCallback(() => {
      const filters = { name, servers: only?.split(',').map(Number) };
      // Reading by key shows new and removed queues at once, as with the first snapshot. The order follows later.
      const rows = keys.flatMap((key) => store.row('queues', key) ?? []);
      return sortQueues(filterQueues(rows, filters, labelOf), sort, store.tally, i18n.language);
    }, [keys, name, sort, only, labelOf, i18n.language]),
  );
};

/** Current calls, queues and agents of every visible PBX server. */
export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const [search, change] = useDashboardSearch();
  const labelOf = useQueueNames();
  const keys = useKeys('queues');
  const servers = useKeys('servers');
  const socket = useSocketState();
  const cut = socket.kind === 'waiting' || socket.kind === 'silent' || socket.kind === 'ended';
  const { timezone } = useUser();
  const today = todayOf(timezone);
  usePageTitle(t('title'));
  useEffect(startLive, []);

  const queues = useListedQueues(keys, search);
  const perPage = search.perPage ?? PER_PAGE;
  const page = pageOf(queues, search.page ?? 1, perPage);
  const opened = findQueue(search.queue, keys);
  const close = useCallback(() => change({ queue: undefined }), [change]);

  return (
    <div className={classes['page']}>
      <PageHeader title={t('title')} mark={<ConnectionMark />} />
      <Banners filled={servers.length > 0} />
      {servers.length === 0 ? (
        <EmptyDashboard />
      ) : (
        <div className={classes['blocks']} data-old={cut || undefined}>
          <Unseen {...today} part="queues" timeZone={timezone}>
            <Parts>
              <TotalsStrip
                queues={queues}
                servers={search.servers}
                filtered={search.name !== undefined || search.servers !== undefined}
              />
              <ServersStrip only={search.servers} />
            </Parts>
            <AgentDrag>
              <div className={classes['split']} data-opened={opened !== null || undefined}>
                <QueueCards
                  page={page}
                  perPage={perPage}
                  none={keys.length === 0}
                  opened={opened}
                  search={search}
                  onChange={change}
                />
                {opened !== null ? (
                  <PartBoundary key={opened}>
                    <QueuePanel
                      queue={opened}
                      label={labelOf(opened) ?? opened.slice(opened.indexOf('\t') + 1)}
                      onClose={close}
                    />
                  </PartBoundary>
                ) : null}
              </div>
            </AgentDrag>
            <PartBoundary>
              <CallsTable
                servers={search.servers}
                words={search.calls ?? ''}
                onWords={(calls) => change({ calls: calls || undefined })}
              />
            </PartBoundary>
          </Unseen>
        </div>
      )}
    </div>
  );
}

interface CardsProps {
  readonly page: PageOf<ListedQueue>;
  readonly perPage: number;
  /** True if there is no queue at all, regardless of filters. */
  readonly none: boolean;
  readonly opened: string | null;
  readonly search: DashboardSearch;
  readonly onChange: ChangeSearch;
}

function QueueCards({ page, perPage, none, opened, search, onChange }: CardsProps) {
  const { t } = useTranslation('dashboard');
  const open = useCallback((queue: string) => onChange({ queue: addressOfQueue(queue) }, { push: true }), [onChange]);
  return (
    <section className={classes['queues']} aria-label={t('queues.title')}>
      <QueueToolbar search={search} onChange={onChange} />
      {page.total === 0 ? (
        <div className={classes['nothing']}>
          <p>{none ? t('queues.none') : t('queues.noMatch')}</p>
          {none ? null : (
            <Button variant="default" onClick={() => onChange({ name: undefined, servers: undefined })}>
              {t('queues.clear')}
            </Button>
          )}
        </div>
      ) : (
        <div className={classes['grid']}>
          {page.items.map(({ key, label }) => (
            <PartBoundary key={key}>
              <QueueCard queue={key} label={label} opened={key === opened} onOpen={open} />
            </PartBoundary>
          ))}
        </div>
      )}
      <QueuePager
        {...page}
        perPage={perPage}
        onPage={(to) => onChange({ page: to })}
        onPerPage={(size) => onChange({ perPage: size })}
      />
    </section>
  );
}
