import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MailPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly report: 'queues' | 'agents';
  /** What the report is narrowed to; its days are left out: each letter has its own. */
  readonly narrowed: Readonly<Record<string, unknown>>;
}

/** From a report to having it sent, narrowed as it is. */
export function ScheduleLink({ report, narrowed }: Props) {
  const { t } = useTranslation('report');
  const { from: _from, to: _to, timeZone: _zone, ...filters } = narrowed;
  return (
    <ActionIcon
      size={36}
      variant="default"
      aria-label={t('schedules.add')}
      title={t('schedules.add')}
      renderRoot={(props) => <Link {...props} to="/reports/schedules" search={{ new: report, ...filters } as never} />}
    >
      <MailPlus size={16} aria-hidden="true" />
    </ActionIcon>
  );
}
