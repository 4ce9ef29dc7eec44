import { Skeleton } from '@mantine/core';
import type { Call } from '@ringside/core/contract/calls/cdr.ts';
import type { Density } from '@ringside/core/contract/access/views.ts';
import { formatDuration } from '@ringside/core/base/duration.ts';
import { Mic } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Num } from '../../ui/Num.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import type { CallListColumn } from './call-columns.ts';
import { DIRECTION_ICONS, STATUS_LOOKS } from './call-looks.ts';
import list from '../../data/list/ResourceList.module.css';
import classes from './CallsList.module.css';
import { Party } from './Party.tsx';

const AT_END: ReadonlySet<CallListColumn> = new Set(['wait', 'talk', 'duration']);

interface Props {
  /** undefined while loading. */
  readonly calls: readonly Call[] | undefined;
  readonly columns: readonly CallListColumn[];
  readonly density: Density;
  readonly faded: boolean;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

export function CallsList({ calls, columns, density, faded, chosen, onChoose }: Props) {
  const { t } = useTranslation('cdr');
  return (
    <div className={list['scroll']} data-faded={faded || undefined} data-density={density}>
      {/* Explicit roles, because the phone layout shows rows as cards and their CSS removes the table semantics. */}
      <table className={list['table']} role="table" aria-busy={calls === undefined || faded}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column} role="columnheader" data-end={AT_END.has(column) || undefined}>
                {t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {calls === undefined
            ? Array.from({ length: 8 }, (_, i) => <LoadingRow key={i} columns={columns} />)
            : calls.map((call) => (
                <Row
                  key={call.id}
                  call={call}
                  columns={columns}
                  chosen={call.id === chosen}
                  onChoose={() => onChoose(call.id)}
                />
              ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  call,
  columns,
  chosen,
  onChoose,
}: {
  readonly call: Call;
  readonly columns: readonly CallListColumn[];
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const { t } = useTranslation('cdr');
  return (
    <tr role="row" data-chosen={chosen || undefined}>
      {columns.map((column) => (
        <td key={column} role="cell" data-label={t(`columns.${column}`)} data-end={AT_END.has(column) || undefined}>
          {column === 'startAt' ? <Start call={call} onChoose={onChoose} /> : CELLS[column](call)}
        </td>
      ))}
    </tr>
  );
}

const CELLS: Readonly<Record<Exclude<CallListColumn, 'startAt'>, (call: Call) => React.ReactNode>> = {
  source: (call) => <Party party={call.source} name={call.sourceName} />,
  destination: (call) => <Party party={call.destination} />,
  extension: (call) => <Who call={call} />,
  queue: (call) => <bdi className={classes['queue']}>{call.queueLabel ?? call.queue ?? '–'}</bdi>,
  status: (call) => <Status status={call.status} />,
  wait: (call) => <Num>{formatDuration(call.waitSeconds)}</Num>,
  talk: (call) => <Num>{call.answerAt === null ? '–' : formatDuration(call.talkSeconds)}</Num>,
  duration: (call) => <Num>{formatDuration(call.duration)}</Num>,
  recording: (call) => (call.recorded ? <Recorded /> : '–'),
  uniqueid: (call) => <Num>{call.uniqueid}</Num>,
  server: (call) => <bdi>{call.serverName || '–'}</bdi>,
  customer: (call) => <bdi>{call.customerName ?? '–'}</bdi>,
};

/** Start time of the call, with a link to its details. */
function Start({ call, onChoose }: { readonly call: Call; readonly onChoose: () => void }) {
  const { t } = useTranslation('cdr');
  const { date, time } = useFormat();
  const Direction = DIRECTION_ICONS[call.direction];
  return (
    <span className={classes['start']}>
      <Direction size={16} role="img" aria-label={t(`directions.${call.direction}`)} />
      <button type="button" className={classes['open']} onClick={onChoose} aria-haspopup="dialog">
        <span className={classes['moment']}>
          <span>{date(call.startAt)}</span> <Num>{time(call.startAt)}</Num>
        </span>
      </button>
    </span>
  );
}

function Status({ status }: { readonly status: Call['status'] }) {
  const { t } = useTranslation('cdr');
  const [tone, icon] = STATUS_LOOKS[status];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {t(`statuses.${status}`)}
    </StatusBadge>
  );
}

function Recorded() {
  const { t } = useTranslation('cdr');
  return <Mic size={16} role="img" aria-label={t('recorded')} />;
}

/** Extension of the call, and the agent's name if the queue knows it. */
function Who({ call }: { readonly call: Call }) {
  if (call.extension === '' && call.agent === null) return <>–</>;
  return (
    <span className={classes['who']}>
      {call.agent === null ? null : <bdi>{call.agent}</bdi>}
      {call.extension === '' ? null : <Num>{call.extension}</Num>}
    </span>
  );
}

/** Placeholder row, so that the page does not jump when the data arrives. */
function LoadingRow({ columns }: { readonly columns: readonly CallListColumn[] }) {
  return (
    <tr role="row">
      {columns.map((column, i) => (
        <td key={column} role="cell">
          <Skeleton height={14} my={4} width={`${50 + ((i * 23) % 45)}%`} />
        </td>
      ))}
    </tr>
  );
}
