import { Button } from '@mantine/core';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeys, useSocketState } from '../../live/hooks.ts';
import { startLive, store } from '../../live/live.ts';
import { topic } from '../../live/topic.ts';
import { useSlow } from '../../live/use-slow.ts';
import { addDays, startOfDay } from '@ringside/core/metrics/report-period.ts';
import { dayOf } from '@ringside/core/metrics/queue-today.ts';
import { useUser } from '../../api/session.ts';
import { serverNow } from '../../base/clock.ts';
import { Unseen } from '../../gaps/Unseen.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { AgentDrag } from './AgentDrag.tsx';
import { Banners } from './Banners.tsx';
import { CallsTable } from './CallsTable.tsx';
import { ConnectionMark } from './ConnectionMark.tsx';
import classes from './DashboardPage.module.css';
import { PER_PAGE } from './dashboard-search.ts';
import { EmptyDashboard } from './EmptyDashboard.tsx';
import { addressOfQueue, filterQueues, findQueue, pageOf, sortQueues } from './queue-list.ts';
import { QueueCard } from './QueueCard.tsx';
import { QueuePager } from './QueuePager.tsx';
import { QueuePanel } from './QueuePanel.tsx';
import { QueueToolbar } from './QueueToolbar.tsx';
import { ServersStrip } from './ServersStrip.tsx';
import { TotalsStrip } from './TotalsStrip.tsx';
import { useDashboardSearch } from './use-dashboard-search.ts';
import { useQueueNames } from '../../live/use-queue-names.ts';

/** How often the order of the cards may change: often enough to be true, seldom enough to be clicked. */
const ORDER_MS = 1000;

/** The day so far that the figures tell of, on the reader's clock. */
const todayOf = (timeZone: string) => {
  const day = dayOf(serverNow(), timeZone);
  const [from, to] = [startOfDay(day, timeZone), startOfDay(addDays(day, 1), timeZone)];
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
};

/** Calls, queues and agents of every PBX in sight, as they are now. */
export function DashboardPage() {
  const { t, i18n } = useTranslation('dashboard');
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

  const { name, sort = 'name' } = search;
  const only = search.servers?.join(',');
  const queues = useSlow(
    sort === 'name' ? [] : [topic.any('queues'), topic.tallies],
    ORDER_MS,
    useCallback(() => {
      const filters = { name, servers: only?.split(',').map(Number) };
      // By the keys: a queue that comes or goes, as all do with the first snapshot, does not wait for the next order.
      const rows = keys.flatMap((key) => store.row('queues', key) ?? []);
      return sortQueues(filterQueues(rows, filters, labelOf), sort, store.tally, i18n.language);
    }, [keys, name, sort, only, labelOf, i18n.language]),
  );
  const perPage = search.perPage ?? PER_PAGE;
  const page = pageOf(queues, search.page ?? 1, perPage);
  const opened = findQueue(search.queue, keys);
  const open = useCallback((queue: string) => change({ queue: addressOfQueue(queue) }, { push: true }), [change]);
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
            <TotalsStrip
              queues={queues}
              servers={search.servers}
              filtered={name !== undefined || search.servers !== undefined}
            />
            <ServersStrip only={search.servers} />
            <AgentDrag>
              <div className={classes['split']} data-opened={opened !== null || undefined}>
                <section className={classes['queues']} aria-label={t('queues.title')}>
                  <QueueToolbar search={search} onChange={change} />
                  {page.total === 0 ? (
                    <div className={classes['nothing']}>
                      <p>{keys.length === 0 ? t('queues.none') : t('queues.noMatch')}</p>
                      {keys.length === 0 ? null : (
                        <Button variant="default" onClick={() => change({ name: undefined, servers: undefined })}>
                          {t('queues.clear')}
                        </Button>
                      )}
                    </div>
                  ) : (
                    <div className={classes['grid']}>
                      {page.items.map(({ key, label }) => (
                        <QueueCard key={key} queue={key} label={label} opened={key === opened} onOpen={open} />
                      ))}
                    </div>
                  )}
                  <QueuePager
                    {...page}
                    perPage={perPage}
                    onPage={(to) => change({ page: to })}
                    onPerPage={(size) => change({ perPage: size })}
                  />
                </section>
                {opened !== null ? (
                  <QueuePanel
                    key={opened}
                    queue={opened}
                    label={labelOf(opened) ?? opened.slice(opened.indexOf('\t') + 1)}
                    onClose={close}
                  />
                ) : null}
              </div>
            </AgentDrag>
            <CallsTable
              servers={search.servers}
              words={search.calls ?? ''}
              onWords={(calls) => change({ calls: calls || undefined })}
            />
          </Unseen>
        </div>
      )}
    </div>
  );
}
