import { keyed } from '../../locales/keyed.ts';
import { type QueueCall, listQueueCalls } from '@ringside/core/contract/reports/queue-calls.ts';
import type { CallSet } from '@ringside/core/reports/call-sets.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { clock } from '../../ui/report/use-change.ts';
import { Num } from '../../ui/Num.tsx';
import { BehindDrawer, type Page } from './BehindDrawer.tsx';
import { DrillDownRow } from './DrillDownRow.tsx';
import classes from './BehindDrawer.module.css';
import { useMoment } from './use-moment.ts';

/** The JSON response. With a format, the route returns a file instead. */
type Answer = Page<QueueCall>;

interface Props {
  /** Name of the row or hour that the figure belongs to; '' for all. */
  readonly of: string;
  /** Filters of the report and the set of calls. */
  readonly asked: Readonly<Record<string, string | number>> & { readonly timeZone: string };
  readonly onClose: () => void;
}

/** Calls behind a figure, each with a link to its call record. Their number equals the figure. */
export function CallDrillDown({ of, asked, onClose }: Props) {
  const { t } = useTranslation(['queue-report', 'report', 'cdr']);
  const set = (asked['set'] ?? 'received') as CallSet;
  const hasServiceLevel = set === 'serviceLevel';
  const talks = set === 'completed' || set === 'transferred';
  const heads = [
    t('report:behind.ended'),
    t('lost.caller'),
    t('lost.queue'),
    t('lost.outcome'),
    talks ? t('report:behind.talk') : t('lost.wait'),
    ...(hasServiceLevel ? [t('report:behind.inTime')] : []),
    t('report:behind.agent'),
  ];
  // In the order of the file's columns.
  const headings = [
    ...[t('report:behind.ended'), t('lost.caller'), t('cdr:exported.sourceName'), t('lost.queue'), t('lost.outcome')],
    ...[t('lost.wait'), t('report:behind.talk'), t('figures.transferred'), t('report:behind.inTime')],
    t('report:behind.agent'),
  ];
  const named =
    set === 'serviceLevel' ? t('figures.serviceLevel') : set === 'waiting' ? t('figures.maximumCallers') : null;
  const name = named ?? (set === 'other' ? t('other') : keyed(t)(`figures.${set}`));
  return (
    <BehindDrawer
      title={of === '' ? name : `${name} · ${of}`}
      asked={asked}
      heads={heads}
      file={{ path: '/reports/queues/behind', headings }}
      onClose={onClose}
      read={(page, signal) =>
        call(listQueueCalls, { query: { ...asked, ...page } as never, signal }) as Promise<Answer>
      }
      summary={() => (hasServiceLevel ? <span>{t('report:behind.serviceLevel')}</span> : null)}
    >
      {(row: QueueCall, index) => (
        <CallRow key={index} row={row} heads={heads} hasServiceLevel={hasServiceLevel} zone={asked.timeZone} />
      )}
    </BehindDrawer>
  );
}

interface RowProps {
  readonly row: QueueCall;
  readonly heads: readonly string[];
  readonly hasServiceLevel: boolean;
  readonly zone: string;
}

function CallRow({ row, heads, hasServiceLevel, zone }: RowProps) {
  const { t } = useTranslation(['report', 'cdr', 'common']);
  const moment = useMoment(zone);
  const number = <Num>{row.caller.number || row.caller.raw || '–'}</Num>;
  const talk = row.transferred ? t('behind.transferred') : t('behind.talked');
  const cells = [
    <span key="who" className={classes['pair']}>
      {number}
      {row.callerName === '' ? null : <bdi className={classes['dim']}>{row.callerName}</bdi>}
    </span>,
    <bdi key="queue">{row.queueLabel}</bdi>,
    row.outcome === null ? talk : t(`cdr:outcomes.${row.outcome}`),
    <Num key="time">{clock(row.waitSeconds ?? row.talkSeconds)}</Num>,
    ...(hasServiceLevel ? [row.inTime === true ? t('common:list.yes') : t('common:list.no')] : []),
    <bdi key="agent">{row.agent || '–'}</bdi>,
  ];
  return <DrillDownRow callId={row.callId} moment={moment(row.at)} heads={heads} cells={cells} />;
}
