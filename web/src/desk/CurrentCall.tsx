import { getPastCalls } from '@ringside/core/contract/desk/agent-page.ts';
import type { PastCalls } from '@ringside/core/contract/desk/agent-page.ts';
import { formatDuration } from '@ringside/core/base/duration.ts';
import type { MemberRow } from '@ringside/core/live/state.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../data/api/call.ts';
import { Elapsed } from '../ui/Elapsed.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useFormat } from '../ui/use-format.ts';
import classes from './AgentPage.module.css';

/** Polling interval in ms for calls outside queues. Queue calls arrive over the socket. */
const ASK_MS = 4000;

/** Shows the current call of the agent, and earlier calls with the same number. */
export function CurrentCall({ member }: { readonly member: MemberRow | undefined }) {
  const { t } = useTranslation('agent');
  const own = useQuery({
    queryKey: ['agent-call'],
    queryFn: ({ signal }) => call(getPastCalls, { query: { past: 'no' }, signal }),
    enabled: member === undefined,
    refetchInterval: ASK_MS,
  });
  const direct = member === undefined ? (own.data?.call ?? null) : null;
  const about = member?.linkedid ?? direct?.linkedid;
  const number = member?.callerNumber ?? direct?.party.raw ?? '';
  const past = useQuery({
    queryKey: ['agent-caller', about, number],
    queryFn: ({ signal }) => call(getPastCalls, { query: {}, signal }),
    enabled: number !== '',
  });
  if (member === undefined && direct === null) {
    return (
      <Panel title={t('current')}>
        <p className={classes['dim']}>{t('noCall')}</p>
      </Panel>
    );
  }
  const name = member?.callerName ?? direct?.partyName ?? '';
  const party = direct?.party ?? past.data?.party;
  const since = member === undefined ? (direct?.answeredAt ?? direct?.startedAt) : null;
  return (
    <Panel title={t('current')}>
      <p className={classes['now']}>
        {name === '' ? null : <bdi className={classes['strong']}>{name}</bdi>}
        <bdi dir="ltr" className={classes['strong']}>
          {(party?.raw === number ? party.number : '') || number || t('noNumber')}
        </bdi>
        <Elapsed
          since={member === undefined ? Date.parse(since ?? '') : (member.incallSince ?? member.since)}
          className={classes['timer'] ?? ''}
        />
      </p>
      {direct === null ? null : (
        <p className={classes['dim']}>
          {direct.answeredAt === null ? t('ringing') : t(direct.outgoing ? 'youCalled' : 'calledYou')}
        </p>
      )}
      <h3 className={classes['sub']}>{t('past')}</h3>
      {past.data === undefined || past.data.calls.length === 0 ? (
        <p className={classes['dim']}>{past.isError ? t('pastFailed') : t('noPast')}</p>
      ) : (
        <Past calls={past.data.calls} />
      )}
    </Panel>
  );
}

function Past({ calls }: { readonly calls: PastCalls['calls'] }) {
  const { t } = useTranslation('cdr');
  const { dateTime } = useFormat();
  return (
    <ul className={classes['past']}>
      {calls.map((c) => (
        <li key={c.startAt}>
          <span className={classes['pastWhen']}>{dateTime(Date.parse(c.startAt))}</span>
          <span>
            {t(`directions.${c.direction}`)} · {t(`statuses.${c.status}`)} ·{' '}
            <bdi dir="ltr">{formatDuration(c.duration)}</bdi>
          </span>
          {c.queueLabel === null && c.agent === '' ? null : (
            <span className={classes['dim']}>
              <bdi>{[c.queueLabel, c.agent].filter((part) => part !== null && part !== '').join(' · ')}</bdi>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
