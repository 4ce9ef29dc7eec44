import { deleteReportSchedule, type ReportSchedule } from '@ringside/core/contract/reports/report-schedule.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useScheduleChange } from './use-schedule-change.ts';

interface Props {
  readonly row: ReportSchedule;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for confirmation before a schedule is deleted. Its recipients get no more messages. */
export function RemoveSchedule({ row, opened, onClose }: Props) {
  const { t } = useTranslation(['report', 'common']);
  const remove = useScheduleChange(t('schedules.removed'), () =>
    call(deleteReportSchedule, { params: { id: row.id } }),
  );
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('common:remove.title', { name: row.name })}
      hint={t('schedules.removeHint')}
      action={t('common:actions.delete')}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
      loading={remove.isPending}
    />
  );
}
