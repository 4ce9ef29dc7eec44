import { AGENT_GROUPS } from '@ringside/core/contract/agent-report.ts';
import { REPORT_FORMATS } from '@ringside/core/contract/queue-report.ts';
import { SCHEDULED_REPORTS } from '@ringside/core/contract/report-schedules.ts';
import { REPORT_GROUPS } from '@ringside/core/metrics/queue-report.ts';
import { useTranslation } from 'react-i18next';
import { Choice } from './Choice.tsx';
import { ScheduleFilters } from './ScheduleFilters.tsx';
import type { ScheduleFields } from './use-schedule-form.ts';

/** What is sent: which report, by what it is grouped, as which file. */
export function ScheduleContent({ fields }: { readonly fields: ScheduleFields }) {
  const { t } = useTranslation(['report', 'queue-report', 'agent-report', 'common']);
  const { values, errors, set } = fields;
  const { report, filters, format } = values;
  const ofQueues = report === 'queues';
  const groups: readonly string[] = ofQueues ? REPORT_GROUPS : AGENT_GROUPS;
  return (
    <>
      <Choice
        label={t('schedules.report')}
        options={SCHEDULED_REPORTS}
        nameOf={(one) => t(`schedules.reports.${one}`)}
        value={report}
        error={errors['report']}
        onChange={(next) => set({ report: next, filters: {} })}
      />
      <Choice
        label={t('groupBy')}
        options={groups}
        nameOf={(one) => (ofQueues ? t(`queue-report:by.${one as 'queue'}`) : t(`agent-report:by.${one as 'agent'}`))}
        value={filters.groupBy ?? (ofQueues ? 'queue' : 'agent')}
        error={errors['filters']}
        onChange={(groupBy) => set({ filters: { ...filters, groupBy } })}
      />
      <ScheduleFilters fields={fields} />
      <Choice
        label={t('schedules.format')}
        options={REPORT_FORMATS}
        nameOf={(one) => t(`common:list.exportAs.${one}`)}
        value={format}
        error={errors['format']}
        onChange={(next) => set({ format: next })}
      />
    </>
  );
}
