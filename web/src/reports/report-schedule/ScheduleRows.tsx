import { Menu } from '@mantine/core';
import {
  type ReportSchedule,
  sendReportSchedule,
  updateReportSchedule,
} from '@ringside/core/contract/reports/report-schedule.ts';
import { CirclePause, CirclePlay, Eye, MailCheck, MailWarning, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { DeleteItem } from '../../data/form/DeleteItem.tsx';
import { EditItem } from '../../data/form/EditItem.tsx';
import { RowMenu } from '../../data/list/RowMenu.tsx';
import table from '../../ui/report/ReportTable.module.css';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { RemoveSchedule } from './RemoveSchedule.tsx';
import { useScheduleChange } from './use-schedule-change.ts';
import { useTurnText } from './use-turn-text.ts';

interface Props {
  readonly rows: readonly ReportSchedule[];
  readonly onOpen: (what: 'edit' | 'preview', row: ReportSchedule) => void;
}

const COLUMNS = ['name', 'turn', 'recipients', 'next', 'state', 'actions'] as const;

export function ScheduleRows({ rows, onOpen }: Props) {
  const { t } = useTranslation('report');
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={table['scroll']} tabIndex={0} role="region" aria-label={t('schedules.list')}>
      <table className={table['table']} data-lines="paper">
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" data-end={column === 'actions' || undefined}>
                {t(`schedules.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, onOpen }: { readonly row: ReportSchedule; readonly onOpen: Props['onOpen'] }) {
  const { t } = useTranslation('report');
  const { dateTime } = useFormat(row.timeZone);
  const turnText = useTurnText();
  const cell = (column: (typeof COLUMNS)[number]) => ({ 'data-label': t(`schedules.columns.${column}`) });
  return (
    <tr>
      <th scope="row">
        <bdi>{row.name}</bdi>
        <span className={table['more']}>
          {t(`schedules.reports.${row.report}`)} · <bdi dir="ltr">{row.format.toUpperCase()}</bdi>
          {row.own ? null : (
            <>
              {' · '}
              <bdi>{row.ownerName}</bdi>
            </>
          )}
        </span>
      </th>
      <td {...cell('turn')}>{turnText(row)}</td>
      <td {...cell('recipients')}>
        <span>
          {row.recipients.map((address) => (
            <bdi key={address} dir="ltr" className={table['more']}>
              {address}
            </bdi>
          ))}
        </span>
      </td>
      <td {...cell('next')}>{row.paused ? '–' : dateTime(row.nextAt)}</td>
      <td {...cell('state')}>
        <State row={row} />
      </td>
      <td data-end {...cell('actions')}>
        <Actions row={row} onOpen={onOpen} />
      </td>
    </tr>
  );
}

function State({ row }: { readonly row: ReportSchedule }) {
  const { t } = useTranslation('report');
  const { dateTime } = useFormat(row.timeZone);
  const { paused, lastFailure, lastFailedAt, lastSentAt } = row;
  const failed = lastFailure !== null && lastFailedAt !== null && (lastSentAt === null || lastFailedAt > lastSentAt);
  return (
    <span>
      {paused ? (
        <StatusBadge plain tone="hold" icon={CirclePause}>
          {t('schedules.paused')}
        </StatusBadge>
      ) : null}
      {failed ? (
        <StatusBadge plain tone="bad" icon={MailWarning}>
          {t(`schedules.failures.${lastFailure}`, { at: dateTime(lastFailedAt) })}
        </StatusBadge>
      ) : null}
      {lastSentAt !== null ? (
        <StatusBadge plain tone="ok" icon={MailCheck}>
          {t('schedules.sent', { at: dateTime(lastSentAt) })}
        </StatusBadge>
      ) : paused || failed ? null : (
        t('schedules.notYet')
      )}
    </span>
  );
}

function Actions({ row, onOpen }: { readonly row: ReportSchedule; readonly onOpen: Props['onOpen'] }) {
  const { t } = useTranslation(['report', 'common']);
  const params = { id: row.id };
  const pause = useScheduleChange(t(row.paused ? 'schedules.resumed' : 'schedules.pausedNow'), () =>
    call(updateReportSchedule, { params, body: { paused: !row.paused } }),
  );
  const [leaving, setLeaving] = useState(false);
  const send = useScheduleChange(t('schedules.sending'), () => call(sendReportSchedule, { params }));
  return (
    <>
      <RemoveSchedule row={row} opened={leaving} onClose={() => setLeaving(false)} />
      <RowMenu name={row.name}>
        {row.own ? (
          <>
            <Menu.Item leftSection={<Eye size={16} aria-hidden="true" />} onClick={() => onOpen('preview', row)}>
              {t('schedules.preview')}
            </Menu.Item>
            <EditItem onClick={() => onOpen('edit', row)} />
            <Menu.Item leftSection={<Send size={16} aria-hidden="true" />} onClick={() => send.mutate()}>
              {t('schedules.sendNow')}
            </Menu.Item>
          </>
        ) : null}
        <Menu.Item
          leftSection={
            row.paused ? <CirclePlay size={16} aria-hidden="true" /> : <CirclePause size={16} aria-hidden="true" />
          }
          onClick={() => pause.mutate()}
        >
          {t(row.paused ? 'schedules.resume' : 'schedules.pause')}
        </Menu.Item>
        <DeleteItem onClick={() => setLeaving(true)} />
      </RowMenu>
    </>
  );
}
