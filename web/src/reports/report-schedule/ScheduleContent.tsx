import { keyed } from '../../locales/keyed.ts';
import { AGENT_GROUPS } from '@ringside/core/contract/reports/agent-report.ts';
import {
  MOST_MAILED_CALLS,
  SCHEDULE_FORMATS,
  SCHEDULED_REPORTS,
  type ScheduledReport,
} from '@ringside/core/contract/reports/report-schedule.ts';
import { REPORT_GROUPS } from '@ringside/core/reports/queue-report.ts';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { useFormat } from '../../ui/use-format.ts';
import { CallFilterFields } from './CallFilterFields.tsx';
import { Choice } from './Choice.tsx';
import { ScheduleFilters } from './ScheduleFilters.tsx';
import { type ScheduleFields, usualFormat } from './use-schedule-form.ts';

const GROUPS = { queues: REPORT_GROUPS, agents: AGENT_GROUPS } as const;

/** Returns the reports that the user may export. The server applies the same rules. */
const useReports = (): readonly ScheduledReport[] => {
  const can = useCan();
  const allowed: Readonly<Record<ScheduledReport, boolean>> = {
    queues: can('read', 'report'),
    agents: can('read', 'report'),
    calls: can('read', 'cdr') && can('export', 'cdr'),
    billing: can('read', 'billing'),
  };
  return SCHEDULED_REPORTS.filter((report) => allowed[report]);
};

/** Content of a schedule: report, grouping, filters and file format. */
export function ScheduleContent({ fields }: { readonly fields: ScheduleFields }) {
  const { t } = useTranslation(['report', 'queue-report', 'agent-report', 'common']);
  const { number } = useFormat();
  const { values, errors, set } = fields;
  const { report, filters, format } = values;
  const formats: readonly (typeof format)[] = SCHEDULE_FORMATS[report];
  return (
    <>
      <Choice
        label={t('schedules.report')}
        options={useReports()}
        nameOf={(one) => t(`schedules.reports.${one}`)}
        value={report}
        error={errors['report']}
        onChange={(next) => set({ report: next, filters: {}, format: usualFormat(next) })}
      />
      {report === 'queues' || report === 'agents' ? (
        <>
          <Choice<NonNullable<typeof filters.groupBy>>
            label={t('groupBy')}
            options={GROUPS[report]}
            nameOf={(one) =>
              report === 'queues' ? keyed(t)(`queue-report:by.${one}`) : keyed(t)(`agent-report:by.${one}`)
            }
            value={filters.groupBy ?? (report === 'queues' ? 'queue' : 'agent')}
            error={errors['filters']}
            onChange={(groupBy) => set({ filters: { ...filters, groupBy } })}
          />
          <ScheduleFilters fields={fields} />
        </>
      ) : (
        <CallFilterFields fields={fields} />
      )}
      <Choice
        label={t('schedules.format')}
        options={formats}
        nameOf={(one) => t(`common:list.exportAs.${one}`)}
        value={format}
        error={errors['format']}
        onChange={(next) => set({ format: next })}
      />
      {report === 'calls' ? (
        <Text size="xs" c="dimmed" mt={-8}>
          {t('schedules.callsHint', { most: number(MOST_MAILED_CALLS) })}
        </Text>
      ) : null}
    </>
  );
}
