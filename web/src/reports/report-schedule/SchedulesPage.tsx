import { Alert, Button } from '@mantine/core';
import {
  listReportSchedules,
  type ReportSchedule,
  type ScheduleFilters,
} from '@ringside/core/contract/reports/report-schedule.ts';
import { useQuery } from '@tanstack/react-query';
import { MailPlus, Mails } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import layout from '../../ui/report/Report.module.css';
import { ReportState } from '../../ui/report/ReportState.tsx';
import { useAddress } from '../../ui/report/use-address.ts';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { ScheduleForm } from './ScheduleForm.tsx';
import { SchedulePreview } from './SchedulePreview.tsx';
import { ScheduleRows } from './ScheduleRows.tsx';
import { NO_SCHEDULE, readSchedulesSearch } from './schedules-search.ts';

type Open = { readonly what: 'edit' | 'preview'; readonly row: ReportSchedule };

export function SchedulesPage() {
  const { t } = useTranslation('report');
  const errorText = useErrorText();
  const [search, change] = useAddress(readSchedulesSearch);
  const [open, setOpen] = useState<Open | null>(null);
  const query = useQuery({
    queryKey: [listReportSchedules.path],
    queryFn: ({ signal }) => call(listReportSchedules, { signal }),
  });
  usePageTitle(t('schedules.title'));
  const closeNew = (): void => change(NO_SCHEDULE);
  const close = (): void => setOpen(null);
  const { new: report, ...filters } = search;
  const add = (
    <Button leftSection={<MailPlus size={16} aria-hidden="true" />} onClick={() => change({ new: 'queues' })}>
      {t('schedules.add')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('schedules.title')} description={t('schedules.description')} actions={add} />
      <div className={layout['page']} aria-busy={query.isFetching}>
        <ReportState
          query={query}
          errorText={errorText}
          failed={t('schedules.failed')}
          empty={({ data, mail }) =>
            data.length === 0 ? (
              <EmptyState icon={Mails} title={t('schedules.empty')} action={add}>
                {mail ? t('schedules.emptyHint') : t('schedules.noMail')}
              </EmptyState>
            ) : null
          }
        >
          {({ data, mail }) => (
            <>
              {mail ? null : <Alert color="yellow">{t('schedules.noMail')}</Alert>}
              <Panel title={t('schedules.list')} flush>
                <ScheduleRows rows={data} onOpen={(what, row) => setOpen({ what, row })} />
              </Panel>
            </>
          )}
        </ReportState>
      </div>
      <FormDrawer title={t('schedules.add')} opened={report !== undefined} onClose={closeNew}>
        <ScheduleForm report={report ?? 'queues'} filters={filters as ScheduleFilters} onDone={closeNew} />
      </FormDrawer>
      <FormDrawer title={t('schedules.edit')} opened={open?.what === 'edit'} onClose={close}>
        {open?.what === 'edit' ? (
          <ScheduleForm row={open.row} report={open.row.report} filters={open.row.filters} onDone={close} />
        ) : null}
      </FormDrawer>
      <FormDrawer title={t('schedules.preview')} opened={open?.what === 'preview'} onClose={close}>
        {open?.what === 'preview' ? <SchedulePreview row={open.row} onDone={close} /> : null}
      </FormDrawer>
    </>
  );
}
