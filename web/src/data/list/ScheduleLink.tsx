import { linkSearch } from '../base/link-search.ts';
import { ActionIcon } from '@mantine/core';
import type { ScheduledReport } from '@ringside/core/contract/reports/report-schedule.ts';
import { Link } from '@tanstack/react-router';
import { MailPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../api/use-can.ts';

interface Props {
  readonly report: ScheduledReport;
  /** Filters of the page. The dates are left out, because each message has its own. */
  readonly narrowed: Readonly<Record<string, unknown>>;
}

/** Links a report to its schedule form, with the filters of the page. Needs permission to export reports. */
export function ScheduleLink({ report, narrowed }: Props) {
  const { t } = useTranslation('report');
  const can = useCan();
  if (!can('export', 'report')) return null;
  const { from: _from, to: _to, timeZone: _zone, ...filters } = narrowed;
  return (
    <ActionIcon
      size={36}
      variant="default"
      aria-label={t('schedules.send')}
      title={t('schedules.send')}
      renderRoot={(props) => (
        <Link {...props} to="/reports/schedules" search={linkSearch({ new: report, ...filters })} />
      )}
    >
      <MailPlus size={16} aria-hidden="true" />
    </ActionIcon>
  );
}
