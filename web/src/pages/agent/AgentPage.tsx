import { Button } from '@mantine/core';
import { getAgentPage } from '@ringside/core/contract/agent-page.ts';
import type { AgentPage as Own } from '@ringside/core/contract/agent-page.ts';
import { useQuery } from '@tanstack/react-query';
import { PhoneOff, TriangleAlert } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { startLive } from '../../live/live.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import classes from './AgentPage.module.css';
import { CurrentCall } from './CurrentCall.tsx';
import { MyDay } from './MyDay.tsx';
import { MyQueues } from './MyQueues.tsx';
import { MyState } from './MyState.tsx';
import { seatsOf } from './own-state.ts';
import { RecentCalls } from './RecentCalls.tsx';
import { useOwnMembers } from './use-own-members.ts';

/** Figures and calls are as old as this at most; state and queues are live. */
const REFRESH_MS = 20_000;

/** What an agent works with: his state, his queues, his call, his day. */
export function AgentPage() {
  const { t } = useTranslation(['agent', 'common']);
  const errorText = useErrorText();
  useEffect(startLive, []);
  usePageTitle(t('title'));
  const { data, error, refetch } = useQuery({
    queryKey: ['agent-page'],
    queryFn: ({ signal }) => call(getAgentPage, { signal }),
    refetchInterval: REFRESH_MS,
  });
  const phones = data?.phones ?? [];
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      {data !== undefined && phones.length > 0 ? (
        <Desk page={data} />
      ) : data !== undefined ? (
        <EmptyState icon={PhoneOff} title={t('noPhone')}>
          {t('noPhoneHint')}
        </EmptyState>
      ) : error ? (
        <EmptyState
          icon={TriangleAlert}
          tone="bad"
          title={t('failed')}
          action={
            <Button variant="default" onClick={() => void refetch()}>
              {t('common:actions.retry')}
            </Button>
          }
        >
          {errorText(error)}
        </EmptyState>
      ) : null}
    </>
  );
}

function Desk({ page }: { readonly page: Own }) {
  const seats = useMemo(() => seatsOf(page), [page]);
  const members = useOwnMembers(seats);
  const onPhone = members.find((m) => (m.incall || m.ringing) && m.linkedid !== null);
  return (
    <div className={classes['page']}>
      <div className={classes['columns']}>
        <MyState members={members} reasons={page.pauseReasons} />
        <CurrentCall member={onPhone} />
      </div>
      <MyDay page={page} />
      <div className={classes['columns']}>
        <MyQueues seats={seats} members={members} />
        <RecentCalls page={page} />
      </div>
    </div>
  );
}
