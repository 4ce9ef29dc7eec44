import { Button, Group, Text } from '@mantine/core';
import { removeReportSchedule, type ReportSchedule } from '@ringside/core/contract/report-schedules.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useScheduleChange } from './use-schedule-change.ts';

interface Props {
  readonly row: ReportSchedule;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks before a schedule goes for good: its recipients get nothing any more. */
export function RemoveSchedule({ row, opened, onClose }: Props) {
  const { t } = useTranslation(['report', 'common']);
  const remove = useScheduleChange(t('schedules.removed'), () =>
    call(removeReportSchedule, { params: { id: row.id } }),
  );
  return (
    <Dialog opened={opened} onClose={onClose} title={t('common:remove.title', { name: row.name })}>
      <Text c="dimmed">{t('schedules.removeHint')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common:actions.cancel')}
        </Button>
        <Button
          color="red.8"
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSettled: onClose })}
        >
          {t('common:actions.delete')}
        </Button>
      </Group>
    </Dialog>
  );
}
