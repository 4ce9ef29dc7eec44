import type { Notification } from '@ringside/core/contract/boards/notification.ts';
import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { BellOff, CheckCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../data/api/session.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Pager } from '../../data/list/Pager.tsx';
import { Ago } from '../bell/Ago.tsx';
import { LOOKS, targetOf } from '../bell/notification-look.ts';
import { markRead, notificationsQuery, readAll } from '../bell/notifications.ts';
import { useNotificationText } from '../bell/use-notification-text.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { useTell } from '../../ui/use-tell.ts';
import notice from '../../ui/Notice.module.css';
import classes from './NotificationsPage.module.css';

/** Lists all stored notifications of the user. */
export function NotificationsPage() {
  const { t } = useTranslation('notification');
  usePageTitle(t('title'));
  const user = useUser();
  const tell = useTell();
  const errorText = useErrorText();
  const navigate = useNavigate({ from: '/notifications' });
  const search = useSearch({ from: '/app/notifications' });
  const { page = 1, perPage = 25, show } = search;
  const list = useQuery({
    ...notificationsQuery(user, { page, perPage, ...(show ? { unread: 'true' } : {}) }),
    placeholderData: keepPreviousData,
  });
  const mine = user.actedBy === null;
  const failed = (error: unknown): void => tell.failed(errorText(error));
  const rows = list.data?.data ?? [];
  const meta = list.data?.meta;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('lead')}
        actions={
          mine && meta && meta.unread > 0 ? (
            <Button
              variant="default"
              leftSection={<CheckCheck size={16} aria-hidden="true" />}
              onClick={() => void readAll().catch(failed)}
            >
              {t('readAll')}
            </Button>
          ) : null
        }
      />
      <SegmentedControl
        mb="md"
        aria-label={t('show')}
        value={show ?? 'all'}
        onChange={(value) => void navigate({ search: value === 'unread' ? { show: 'unread' } : {} })}
        data={[
          { value: 'all', label: t('shows.all') },
          { value: 'unread', label: t('shows.unread') },
        ]}
      />
      <Panel title={t(`shows.${show ?? 'all'}`)} flush>
        {list.isError ? <EmptyState tone="bad" icon={TriangleAlert} title={errorText(list.error)} /> : null}
        {list.isPending ? <Skeleton height={64} width="auto" m="md" /> : null}
        {list.data && rows.length === 0 ? <EmptyState icon={BellOff} title={t('empty')} /> : null}
        <ul className={classes['list']} aria-label={t('title')}>
          {rows.map((n) => (
            <NotificationRow
              key={n.id}
              notification={n}
              onMark={mine ? (read) => void markRead(n.id, read).catch(failed) : null}
            />
          ))}
        </ul>
        {meta && meta.total > 0 ? (
          <Pager
            search={{ page, perPage }}
            total={meta.total}
            onChange={(change) => void navigate({ search: (old) => ({ ...old, page: 1, ...change }) })}
          />
        ) : null}
      </Panel>
    </>
  );
}

interface RowProps {
  readonly notification: Notification;
  /** `null` while the user is impersonated. */
  readonly onMark: ((read: boolean) => void) | null;
}

function NotificationRow({ notification: n, onMark }: RowProps) {
  const { t } = useTranslation('notification');
  const { abilities } = useUser();
  const textOf = useNotificationText();
  const { icon: Icon, tone } = LOOKS[n.kind];
  const unread = n.readAt === null;
  return (
    <li className={classes['row']} data-unread={unread || undefined}>
      <span className={notice['icon']} data-tone={tone}>
        <Icon size={18} aria-hidden="true" />
      </span>
      <div className={notice['words']}>
        <Link to={targetOf(n.kind, abilities)} className={classes['text']} onClick={() => unread && onMark?.(true)}>
          {textOf(n)}
        </Link>
        <span className={notice['ago']}>
          <Ago at={n.at} />
        </span>
      </div>
      {onMark ? (
        <Button variant="subtle" size="xs" className={classes['mark'] ?? ''} onClick={() => onMark(unread)}>
          {unread ? t('markRead') : t('markUnread')}
        </Button>
      ) : null}
    </li>
  );
}
