import { getPastCalls } from '@ringside/core/contract/agent-page.ts';
import { formatDuration } from '@ringside/core/format/duration.ts';
import type { MemberRow } from '@ringside/core/live/state.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Elapsed } from '../../ui/Elapsed.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from './AgentPage.module.css';

/** Who is on my phone, and when we spoke before. */
export function CurrentCall({ member }: { readonly member: MemberRow | undefined }) {
  const { t } = useTranslation(['agent', 'cdr']);
  const { dateTime } = useFormat();
  const number = member?.callerNumber ?? '';
  const past = useQuery({
    queryKey: ['agent-caller', member?.linkedid, number],
    queryFn: ({ signal }) => call(getPastCalls, { signal }),
    enabled: number !== '',
  });
  if (member === undefined) {
    return (
      <Panel title={t('current')}>
        <p className={classes['dim']}>{t('noCall')}</p>
      </Panel>
    );
  }
  const calls = past.data?.calls ?? [];
  return (
    <Panel title={t('current')}>
      <p className={classes['now']}>
        <bdi className={classes['strong']}>{member.callerName}</bdi>
        <bdi dir="ltr" className={classes['strong']}>
          {number || t('noNumber')}
        </bdi>
        <Elapsed since={member.incallSince ?? member.since} className={classes['timer'] ?? ''} />
      </p>
      <h3 className={classes['sub']}>{t('past')}</h3>
      {calls.length === 0 ? (
        <p className={classes['dim']}>{past.isError ? t('pastFailed') : t('noPast')}</p>
      ) : (
        <ul className={classes['past']}>
          {calls.map((c) => (
            <li key={c.startAt}>
              <span>{dateTime(Date.parse(c.startAt))}</span>
              <span>{t(`cdr:directions.${c.direction}`)}</span>
              <span>{t(`cdr:statuses.${c.status}`)}</span>
              <bdi dir="ltr">{formatDuration(c.duration)}</bdi>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
