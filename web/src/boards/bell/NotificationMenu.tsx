import { can } from '@ringside/core/access/ability.ts';
import type { Notification, NotificationKind } from '@ringside/core/contract/boards/notification.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell, BellOff, CheckCheck, List } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../data/api/session.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { useTell } from '../../ui/use-tell.ts';
import { BarMenu } from '../../ui/BarMenu.tsx';
import items from '../../ui/BarMenu.module.css';
import { Ago } from './Ago.tsx';
import { LOOKS, targetOf } from './notification-look.ts';
import notice from '../../ui/Notice.module.css';
import classes from './NotificationMenu.module.css';
import { followNotifications, markRead, notificationsQuery, readAll } from './notifications.ts';
import { useNotificationText } from './use-notification-text.ts';

const SHOWN = 6;

/** The bell with the number of unread notifications, and a menu of the newest ones. */
export function NotificationMenu() {
  const { t, i18n } = useTranslation('notification');
  const user = useUser();
  const tell = useTell();
  const errorText = useErrorText();
  const textOf = useNotificationText();
  const list = useQuery(notificationsQuery(user, { perPage: SHOWN }));
  const arrival = useArrival(can(user.abilities, 'read', 'live'));
  const unread = list.data?.meta.unread ?? 0;
  const shown = list.data?.data ?? [];
  // A user who impersonates another leaves the other user's notifications unread.
  const mine = user.actedBy === null;
  const failed = (error: unknown): void => tell.failed(errorText(error));
  const count = unread > 99 ? '99+' : new Intl.NumberFormat(i18n.language).format(unread);
  return (
    <>
      <BarMenu
        width={360}
        buttonClass={classes['target']}
        label={unread > 0 ? t('bellNew', { count: unread, formatted: count }) : t('title')}
        button={
          <>
            <Bell size={20} aria-hidden="true" />
            {unread > 0 ? (
              <span className={classes['badge']} aria-hidden="true">
                {count}
              </span>
            ) : null}
          </>
        }
        head={
          <div className={classes['head']}>
            <span className={classes['title']}>{t('title')}</span>
            {unread > 0 ? (
              <span className={classes['new']}>{t('new', { count: unread, formatted: count })}</span>
            ) : null}
          </div>
        }
      >
        {list.data && shown.length === 0 ? <NoNotifications /> : null}
        {shown.map((n) => (
          <NotificationItem
            key={n.id}
            notification={n}
            text={textOf(n)}
            to={targetOf(n.kind, user.abilities)}
            onOpen={() => {
              if (mine && n.readAt === null) markRead(n.id, true).catch(failed);
            }}
          />
        ))}
        <div className={classes['foot']} role="presentation">
          {mine && unread > 0 ? (
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={items['item']}
              onClick={() => void readAll().catch(failed)}
            >
              <CheckCheck size={16} aria-hidden="true" />
              <span>{t('readAll')}</span>
            </button>
          ) : null}
          <Link to="/notifications" role="menuitem" tabIndex={-1} className={items['item']}>
            <List size={16} aria-hidden="true" />
            <span>{t('all')}</span>
          </Link>
        </div>
      </BarMenu>
      <span className={classes['spoken']} role="status">
        {arrival ? textOf(arrival) : ''}
      </span>
    </>
  );
}

function NoNotifications() {
  const { t } = useTranslation('notification');
  return (
    <div className={classes['empty']} role="presentation">
      <BellOff size={24} aria-hidden="true" />
      <span>{t('empty')}</span>
    </div>
  );
}

interface ItemProps {
  readonly notification: Notification;
  readonly text: string;
  readonly to: ReturnType<typeof targetOf>;
  readonly onOpen: () => void;
}

function NotificationItem({ notification: { kind, at, readAt }, text, to, onOpen }: ItemProps) {
  const { t } = useTranslation('notification');
  const { icon: Icon, tone } = LOOKS[kind];
  return (
    <Link
      to={to}
      role="menuitem"
      tabIndex={-1}
      className={`${items['item'] ?? ''} ${classes['item'] ?? ''}`}
      onClick={onOpen}
    >
      <span className={notice['icon']} data-tone={tone}>
        <Icon size={18} aria-hidden="true" />
      </span>
      <span className={notice['words']}>
        <span className={classes['text']}>{text}</span>
        <span className={notice['ago']}>
          <Ago at={at} />
        </span>
      </span>
      {readAt === null ? <span className={classes['dot']} role="img" aria-label={t('unread')} /> : null}
    </Link>
  );
}

type Told = { readonly kind: NotificationKind; readonly params: Readonly<Record<string, string | number>> };

/** Returns the latest new notification, for screen readers. Keeps the socket open for users who may have one. */
const useArrival = (live: boolean): Told | null => {
  const [arrival, setArrival] = useState<Told | null>(null);
  useEffect(() => {
    // Kinds from a newer console have no text here. They are counted but not announced.
    const stop = followNotifications((m) => {
      const kind = m['Kind'] as NotificationKind;
      if (kind in LOOKS) setArrival({ kind, params: m['Params'] as Told['params'] });
    });
    // Without the socket, the list is polled.
    if (live)
      void import('../../data/live/live.ts').then(
        ({ startLive }) => startLive(),
        () => undefined,
      );
    return stop;
  }, [live]);
  return arrival;
};
