import { Button } from '@mantine/core';
import { getAgentPage } from '@ringside/core/contract/desk/agent-page.ts';
import type { AgentPage as Own } from '@ringside/core/contract/desk/agent-page.ts';
import { useQuery } from '@tanstack/react-query';
import { PhoneOff, TriangleAlert } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../data/api/call.ts';
import { useErrorText } from '../data/api/use-error-text.ts';
import { startLive } from '../data/live/live.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { PartBoundary, Parts } from '../ui/page/PartBoundary.tsx';
import { PageHeader } from '../ui/page/PageHeader.tsx';
import { usePageTitle } from '../ui/page/use-page-title.ts';
import classes from './AgentPage.module.css';
import { CurrentCall } from './CurrentCall.tsx';
import { MyDay } from './MyDay.tsx';
import { MyQueues } from './MyQueues.tsx';
import { MyState } from './MyState.tsx';
import { seatsOf } from './own-state.ts';
import { RecentCalls } from './RecentCalls.tsx';
import type { MemberRow } from '@ringside/core/live/state.ts';
import { useReducer } from 'react';
import { store } from '../data/live/live.ts';
import { topic } from '../data/live/topic.ts';
import type { Seat } from './own-state.ts';

/** Returns the current memberships of the agent's seats. */
const useOwnMembers = (seats: readonly Seat[]): readonly MemberRow[] => {
  const [, changed] = useReducer((n: number) => n + 1, 0);
  const names = JSON.stringify(seats.map((s) => s.key));
  useEffect(() => {
    const keys: string[] = JSON.parse(names);
    const stops = keys.map((key) => store.subscribe(topic.row('members', key), changed));
    changed();
    return () => {
      for (const stop of stops) stop();
    };
  }, [names]);
  return seats.flatMap((s) => store.row('members', s.key) ?? []);
};

/** Maximum age of figures and calls, in ms. State and queues are live. */
const REFRESH_MS = 20_000;

/** The agent's own page: state, queues, current call and figures of the day. */
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
        <Parts>
          <MyState members={members} reasons={page.pauseReasons} />
          <CurrentCall member={onPhone} />
        </Parts>
      </div>
      <PartBoundary>
        <MyDay page={page} />
      </PartBoundary>
      <div className={classes['columns']}>
        <Parts>
          <MyQueues seats={seats} members={members} />
          <RecentCalls page={page} />
        </Parts>
      </div>
    </div>
  );
}
