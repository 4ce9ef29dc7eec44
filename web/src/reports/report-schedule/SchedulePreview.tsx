import { Alert, Button, Stack, Text } from '@mantine/core';
import {
  previewReportSchedule,
  type ReportSchedule,
  getReportScheduleFile,
  sendReportSchedule,
} from '@ringside/core/contract/reports/report-schedule.ts';
import { useQuery } from '@tanstack/react-query';
import { Paperclip, Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { download } from '../../data/api/download.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { useTell } from '../../ui/use-tell.ts';
import { useScheduleChange } from './use-schedule-change.ts';

interface Props {
  readonly row: ReportSchedule;
  readonly onDone: () => void;
}

/** Previews the message and its file as they would be sent now. */
export function SchedulePreview({ row, onDone }: Props) {
  const { t } = useTranslation('report');
  const errorText = useErrorText();
  const tell = useTell();
  const params = { id: row.id };
  const { data, error } = useQuery({
    queryKey: [previewReportSchedule.path, row.id, row.version],
    queryFn: ({ signal }) => call(previewReportSchedule, { params, signal }),
  });
  const send = useScheduleChange(t('schedules.sending'), () => call(sendReportSchedule, { params }));
  if (error !== null) return <Alert color="red">{errorText(error)}</Alert>;
  if (data === undefined) return <Text c="dimmed">{t('schedules.making')}</Text>;
  const fact = (label: string, value: string) => (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }} dir="auto">
        {value}
      </Text>
    </div>
  );
  const file = (): void =>
    void download(getReportScheduleFile.path.replace(':id', row.id), {}).catch((e: unknown) =>
      tell.failed(errorText(e)),
    );
  return (
    <Stack gap="md">
      {fact(t('schedules.columns.recipients'), data.recipients.join('\n'))}
      {fact(t('schedules.subject'), data.subject)}
      {fact(t('schedules.letter'), data.text)}
      <Button variant="default" leftSection={<Paperclip size={16} aria-hidden="true" />} onClick={file}>
        <bdi dir="ltr">{data.fileName}</bdi>
      </Button>
      <Button
        leftSection={<Send size={16} aria-hidden="true" />}
        loading={send.isPending}
        onClick={() => send.mutate(undefined, { onSuccess: onDone })}
      >
        {t('schedules.sendNow')}
      </Button>
    </Stack>
  );
}
