import { Skeleton } from '@mantine/core';
import type { Call } from '@ringside/core/contract/cdr.ts';
import { formatDuration } from '@ringside/core/format/duration.ts';
import { Mic } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Num } from '../../ui/Num.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { DIRECTION_ICONS, STATUS_LOOKS } from './call-looks.ts';
import list from '../../crud/ResourceList.module.css';
import classes from './CallsList.module.css';
import { Party } from './Party.tsx';

const COLUMNS = [
  'startAt',
  'source',
  'destination',
  'extension',
  'queue',
  'status',
  'wait',
  'talk',
  'recording',
] as const;
const AT_END: ReadonlySet<string> = new Set(['wait', 'talk']);

interface Props {
  /** undefined: still on their way. */
  readonly calls: readonly Call[] | undefined;
  readonly faded: boolean;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

export function CallsList({ calls, faded, chosen, onChoose }: Props) {
  const { t } = useTranslation('cdr');
  return (
    <div className={list['scroll']} data-faded={faded || undefined}>
      {/* The roles are spelt out because on a phone each row is laid out as a card, which hides them otherwise. */}
      <table className={list['table']} role="table" aria-busy={calls === undefined || faded}>
        <thead role="rowgroup">
          <tr role="row">
            {COLUMNS.map((column) => (
              <th key={column} role="columnheader" data-end={AT_END.has(column) || undefined}>
                {t(`columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {calls === undefined
            ? Array.from({ length: 8 }, (_, i) => <LoadingRow key={i} />)
            : calls.map((call) => (
                <Row key={call.id} call={call} chosen={call.id === chosen} onChoose={() => onChoose(call.id)} />
              ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  call,
  chosen,
  onChoose,
}: {
  readonly call: Call;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const { t } = useTranslation('cdr');
  const { date, time } = useFormat();
  const [tone, icon] = STATUS_LOOKS[call.status];
  const Direction = DIRECTION_ICONS[call.direction];
  const direction = t(`directions.${call.direction}`);
  const cell = (column: (typeof COLUMNS)[number], children: React.ReactNode) => (
    <td role="cell" data-label={t(`columns.${column}`)} data-end={AT_END.has(column) || undefined}>
      {children}
    </td>
  );
  return (
    <tr role="row" data-chosen={chosen || undefined}>
      {cell(
        'startAt',
        <span className={classes['start']}>
          <Direction size={16} role="img" aria-label={direction} />
          <button type="button" className={classes['open']} onClick={onChoose} aria-haspopup="dialog">
            <span className={classes['moment']}>
              <span>{date(call.startAt)}</span> <Num>{time(call.startAt)}</Num>
            </span>
          </button>
        </span>,
      )}
      {cell('source', <Party party={call.source} name={call.sourceName} />)}
      {cell('destination', <Party party={call.destination} />)}
      {cell('extension', <Who call={call} />)}
      {cell('queue', <bdi className={classes['queue']}>{call.queueLabel ?? call.queue ?? '–'}</bdi>)}
      {cell(
        'status',
        <StatusBadge tone={tone} icon={icon}>
          {t(`statuses.${call.status}`)}
        </StatusBadge>,
      )}
      {cell('wait', <Num>{formatDuration(call.waitSeconds)}</Num>)}
      {cell('talk', <Num>{call.answerAt === null ? '–' : formatDuration(call.talkSeconds)}</Num>)}
      {cell('recording', call.recorded ? <Mic size={16} role="img" aria-label={t('recorded')} /> : '–')}
    </tr>
  );
}

/** The line that spoke, and whose it is where the queue knows the agent's name. */
function Who({ call }: { readonly call: Call }) {
  if (call.extension === '' && call.agent === null) return <>–</>;
  return (
    <span className={classes['who']}>
      {call.agent === null ? null : <bdi>{call.agent}</bdi>}
      {call.extension === '' ? null : <Num>{call.extension}</Num>}
    </span>
  );
}

/** As a row will be: the page does not jump when it comes. */
function LoadingRow() {
  return (
    <tr role="row">
      {COLUMNS.map((column, i) => (
        <td key={column} role="cell">
          <Skeleton height={14} my={4} width={`${50 + ((i * 23) % 45)}%`} />
        </td>
      ))}
    </tr>
  );
}
