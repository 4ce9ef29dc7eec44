import { Button, Skeleton } from '@mantine/core';
import { endOtherSessions, endSession, listSessions } from '@ringside/core/contract/access/session.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Num } from '../../ui/Num.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { browserOf } from '@ringside/core/base/browser-of.ts';
import classes from './OwnSessions.module.css';
import { useTell } from '../../ui/use-tell.ts';

/** The user's sessions, with a button to end each. */
export function OwnSessions() {
  const { t } = useTranslation('profile');
  const tell = useTell();
  const format = useFormat();
  const errorText = useErrorText();
  const client = useQueryClient();
  const list = useQuery({ queryKey: ['session', 'list'], queryFn: () => call(listSessions) });
  const end = useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    onError: (error) => tell.failed(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['session', 'list'] }),
  });
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions),
    onSuccess: () => tell.done(t('sessions.othersEnded')),
    onError: (error) => tell.failed(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['session', 'list'] }),
  });
  const sessions = list.data?.data ?? [];
  return (
    <Panel
      title={t('sessions.title')}
      description={t('sessions.hint')}
      flush
      actions={
        sessions.some((s) => !s.current) ? (
          <Button variant="default" size="xs" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t('sessions.endOthers')}
          </Button>
        ) : null
      }
    >
      {list.isError ? <EmptyState compact tone="bad" icon={TriangleAlert} title={errorText(list.error)} /> : null}
      {list.isPending ? <Skeleton height={48} width="auto" m="md" /> : null}
      <ul className={classes['list']}>
        {sessions.map((s) => (
          <li key={s.id} className={classes['item']}>
            <MonitorSmartphone size={20} aria-hidden="true" className={classes['icon']} />
            <div className={classes['words']}>
              <div>
                {browserOf(s.userAgent) || t('sessions.unknown')} · <Num>{s.ip}</Num>
              </div>
              <div className={classes['dim']}>{t('sessions.seen', { date: format.dateTime(s.lastSeenAt) })}</div>
            </div>
            {s.current ? (
              <span className={classes['dim']}>{t('sessions.current')}</span>
            ) : (
              <Button
                variant="default"
                size="xs"
                loading={end.isPending && end.variables === s.id}
                onClick={() => end.mutate(s.id)}
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
