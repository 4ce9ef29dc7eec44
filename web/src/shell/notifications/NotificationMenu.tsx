import { can } from '@ringside/core/access/ability.ts';
import type { NotificationKind } from '@ringside/core/contract/notifications.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell, BellOff, CheckCheck, List } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../api/session.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { useTell } from '../../ui/use-tell.ts';
import { BarMenu } from '../BarMenu.tsx';
import items from '../BarMenu.module.css';
import { Ago } from './Ago.tsx';
import { LOOKS, targetOf } from './notification-look.ts';
import notice from '../../ui/Notice.module.css';
import classes from './NotificationMenu.module.css';
import { followNotifications, markRead, notificationsQuery, readAll } from './notifications.ts';
import { useNotificationText } from './use-notification-text.ts';

const SHOWN = 6;

/** The bell with the count of what is new, and the newest behind it. */
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
  // Who acts in another's name looks and leaves no trace in what the other has read.
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
        {list.data && shown.length === 0 ? (
          <div className={classes['empty']} role="presentation">
            <BellOff size={24} aria-hidden="true" />
            <span>{t('empty')}</span>
          </div>
        ) : null}
        {shown.map((n) => {
          const { icon: Icon, tone } = LOOKS[n.kind];
          return (
            <Link
              key={n.id}
              to={targetOf(n.kind, user.abilities)}
              role="menuitem"
              tabIndex={-1}
              className={`${items['item'] ?? ''} ${classes['item'] ?? ''}`}
              onClick={() => {
                if (mine && n.readAt === null) markRead(n.id, true).catch(failed);
              }}
            >
              <span className={notice['icon']} data-tone={tone}>
                <Icon size={18} aria-hidden="true" />
              </span>
              <span className={notice['words']}>
                <span className={classes['text']}>{textOf(n)}</span>
                <span className={notice['ago']}>
                  <Ago at={n.at} />
                </span>
              </span>
              {n.readAt === null ? <span className={classes['dot']} role="img" aria-label={t('unread')} /> : null}
            </Link>
          );
        })}
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

type Told = { readonly kind: NotificationKind; readonly params: Readonly<Record<string, string | number>> };

/** The newest that came while the page is open, to be spoken once. Keeps the socket going for who may have one. */
const useArrival = (live: boolean): Told | null => {
  const [arrival, setArrival] = useState<Told | null>(null);
  useEffect(() => {
    // A kind of a newer console has no words here yet: it is counted, not spoken.
    const stop = followNotifications((m) => {
      const kind = m['Kind'] as NotificationKind;
      if (kind in LOOKS) setArrival({ kind, params: m['Params'] as Told['params'] });
    });
    // Without it the list is asked for now and then.
    if (live)
      void import('../../live/live.ts').then(
        ({ startLive }) => startLive(),
        () => undefined,
      );
    return stop;
  }, [live]);
  return arrival;
};
