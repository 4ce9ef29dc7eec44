import { Button, Skeleton } from '@mantine/core';
import { listSessions, type Session } from '@ringside/core/contract/access/session.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { call } from '../../data/api/call.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Num } from '../../ui/Num.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { browserOf } from '@ringside/core/base/browser-of.ts';
import { EndSessions } from './EndSessions.tsx';
import classes from './OwnSessions.module.css';
import { useTell } from '../../ui/use-tell.ts';

/** Which session a dialog asks the password for. */
type Ending = 'none' | 'others' | z.infer<typeof Session>;

/** The user's sessions, with a button to end each. */
export function OwnSessions() {
  const { t } = useTranslation('profile');
  const tell = useTell();
  const format = useFormat();
  const errorText = useErrorText();
  const client = useQueryClient();
  const list = useQuery({ queryKey: ['session', 'list'], queryFn: () => call(listSessions) });
  const [ending, setEnding] = useState<Ending>('none');
  const close = (): void => setEnding('none');
  const ended = (message: string): void => {
    tell.done(message);
    void client.invalidateQueries({ queryKey: ['session', 'list'] });
    close();
  };
  const sessions = list.data?.data ?? [];
  return (
    <Panel
      title={t('sessions.title')}
      description={t('sessions.hint')}
      flush
      actions={
        sessions.some((s) => !s.current) ? (
          <Button variant="default" size="xs" onClick={() => setEnding('others')}>
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
              <Button variant="default" size="xs" onClick={() => setEnding(s)}>
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Dialog opened={ending === 'others'} onClose={close} title={t('sessions.endOthers')}>
        {ending === 'others' ? (
          <EndSessions session={null} onCancel={close} onEnded={() => ended(t('sessions.othersEnded'))} />
        ) : null}
      </Dialog>
      <Dialog opened={typeof ending === 'object'} onClose={close} title={t('sessions.endTitle')}>
        {typeof ending === 'object' ? (
          <EndSessions session={ending} onCancel={close} onEnded={() => ended(t('sessions.ended'))} />
        ) : null}
      </Dialog>
    </Panel>
  );
}
