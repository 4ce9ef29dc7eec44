import { listLostCallers } from '@ringside/core/contract/reports/queue-report.ts';
import type { LostCaller } from '@ringside/core/contract/reports/queue-report.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PhoneMissed, PhoneOutgoing, UserCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { TableFile } from '../../data/import/TableFile.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Num } from '../../ui/Num.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import classes from './LostCallers.module.css';
import type { queryOf } from './queue-report-search.ts';
import { clock } from '../../ui/report/use-change.ts';

/** Unanswered callers, latest first, with whether they were served later. The others still need a call back. */
export function LostCallers({ query }: { readonly query: ReturnType<typeof queryOf> }) {
  const { t } = useTranslation('queue-report');
  const errorText = useErrorText();
  const { groupBy: _group, formula: _formula, ...narrowed }: typeof query & { formula?: number } = query;
  const lost = useQuery({
    queryKey: ['lost-callers', narrowed],
    queryFn: ({ signal }) => call(listLostCallers, { query: narrowed, signal }),
    placeholderData: keepPreviousData,
  });
  const rows = lost.data?.data;
  return (
    <Panel
      title={t('lost.title')}
      description={t('lost.hint')}
      actions={<TableFile table="lost" name={t('lost.title')} />}
      flush
    >
      {lost.isError && rows === undefined ? (
        <EmptyState compact icon={PhoneMissed} tone="bad" title={t('failed')}>
          {errorText(lost.error)}
        </EmptyState>
      ) : rows?.length === 0 ? (
        <EmptyState compact icon={UserCheck} title={t('lost.none')} />
      ) : rows === undefined ? null : (
        <>
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={classes['scroll']} tabIndex={0} role="region" aria-label={t('lost.title')}>
            <Rows rows={rows} timeZone={query.timeZone} />
          </div>
          {lost.data?.more ? <p className={classes['more']}>{t('lost.more', { n: rows.length })}</p> : null}
        </>
      )}
    </Panel>
  );
}

function Rows({ rows, timeZone }: { readonly rows: readonly LostCaller[]; readonly timeZone: string }) {
  const { t } = useTranslation(['queue-report', 'cdr']);
  const { dateTime } = useFormat(timeZone);
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          {(['at', 'caller', 'queue', 'outcome', 'wait', 'served'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`lost.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.at} ${row.serverId} ${row.queue} ${row.caller.raw}`}>
            <td>{dateTime(row.at)}</td>
            <td data-label={t('lost.caller')}>
              <span className={classes['who']}>
                <Num>{row.caller.number || '–'}</Num>
                {row.callerName ? <span>{row.callerName}</span> : null}
              </span>
            </td>
            <td data-label={t('lost.queue')}>{row.queueLabel}</td>
            <td data-label={t('lost.outcome')}>{t(`cdr:outcomes.${row.outcome}`)}</td>
            <td data-label={t('lost.wait')}>
              <Num>{clock(row.waitSeconds)}</Num>
            </td>
            <td data-label={t('lost.served')}>
              <Served row={row} timeZone={timeZone} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Served({ row: { servedAt, servedBy }, timeZone }: { readonly row: LostCaller; readonly timeZone: string }) {
  const { t } = useTranslation('queue-report');
  const { dateTime } = useFormat(timeZone);
  if (servedAt === null || servedBy === null) {
    return (
      <StatusBadge plain tone="warn" icon={PhoneMissed}>
        {t('lost.notServed')}
      </StatusBadge>
    );
  }
  return (
    <StatusBadge plain tone="ok" icon={servedBy === 'agent' ? UserCheck : PhoneOutgoing} title={dateTime(servedAt)}>
      {t(servedBy === 'agent' ? 'lost.gotThrough' : 'lost.calledBack', { at: dateTime(servedAt) })}
    </StatusBadge>
  );
}
