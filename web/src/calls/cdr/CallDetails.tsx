import { type Call, getCall } from '@ringside/core/contract/calls/cdr.ts';
import { formatDuration } from '@ringside/core/base/duration.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call as ask } from '../../data/api/call.ts';
import { RecordState } from '../../data/form/RecordState.tsx';
import { Num } from '../../ui/Num.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { STATUS_LOOKS } from './call-looks.ts';
import classes from './CallDetails.module.css';
import { CallCost } from './CallCost.tsx';
import { CallPrice } from './CallPrice.tsx';
import { OnwardCalls } from './OnwardCalls.tsx';
import { CallSteps } from './CallSteps.tsx';
import { Party } from './Party.tsx';
import { CallRecordings } from './CallRecordings.tsx';
import type { Neighbours } from './RecordingPlayer.tsx';

interface Props {
  readonly id: string;
  readonly neighbours: Neighbours;
  /** Starts the recording without a click. */
  readonly atOnce: boolean;
}

/** Details of one call: outcome, and Asterisk's record of each step. */
export function CallDetails({ id, neighbours, atOnce }: Props) {
  const query = useQuery({
    queryKey: ['cdr', 'one', id],
    queryFn: ({ signal }) => ask(getCall, { params: { id }, signal }),
  });
  return (
    <RecordState query={query} aside>
      {(row) => (
        <>
          <Facts row={row} />
          <CallRecordings key={row.id} call={row} neighbours={neighbours} atOnce={atOnce} />
          <CallPrice price={row.price} />
          <CallCost cost={row.cost} />
          <OnwardCalls legs={row.onward} />
          <CallSteps call={row} />
        </>
      )}
    </RecordState>
  );
}

function Facts({ row }: { readonly row: Call }) {
  const { t } = useTranslation('cdr');
  const { dateTime, time } = useFormat();
  const [tone, icon] = STATUS_LOOKS[row.status];
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      t('columns.status'),
      <StatusBadge key="status" tone={tone} icon={icon}>
        {t(`statuses.${row.status}`)}
      </StatusBadge>,
    ],
    [t('direction'), t(`directions.${row.direction}`)],
    [t('columns.source'), <Party key="source" party={row.source} name={row.sourceName} />],
    [t('columns.destination'), <Party key="destination" party={row.destination} />],
    [t('columns.extension'), <Num key="extension">{row.extension || '–'}</Num>],
    [t('agent'), <bdi key="agent">{row.agent ?? '–'}</bdi>],
    [t('columns.queue'), <bdi key="queue">{row.queueLabel ?? row.queue ?? '–'}</bdi>],
    [t('columns.startAt'), dateTime(row.startAt)],
    [t('answerAt'), row.answerAt === null ? '–' : <Num key="answer">{time(row.answerAt)}</Num>],
    [t('endAt'), <Num key="end">{time(row.endAt)}</Num>],
    [t('columns.wait'), <Num key="wait">{formatDuration(row.waitSeconds)}</Num>],
    [t('columns.talk'), <Num key="talk">{formatDuration(row.talkSeconds)}</Num>],
    [t('billable'), <Num key="billable">{formatDuration(row.billableSeconds)}</Num>],
    [t('columns.server'), <bdi key="server">{row.serverName || '–'}</bdi>],
    [t('columns.uniqueid'), <Num key="uniqueid">{row.uniqueid}</Num>],
  ];
  return (
    <dl className={classes['facts']}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
