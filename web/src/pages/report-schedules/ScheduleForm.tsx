import { Button, Group, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { AGENT_GROUPS } from '@ringside/core/contract/agent-report.ts';
import { REPORT_FORMATS, type ReportFormat } from '@ringside/core/contract/queue-report.ts';
import {
  CreateReportSchedule,
  createReportSchedule,
  listReportSchedules,
  type ReportSchedule,
  SCHEDULED_REPORTS,
  updateReportSchedule,
} from '@ringside/core/contract/report-schedules.ts';
import { REPORT_GROUPS } from '@ringside/core/metrics/queue-report.ts';
import { SCHEDULE_TURNS } from '@ringside/core/metrics/report-schedule.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ProblemError } from '../../api/problem.ts';
import { useUser } from '../../api/session.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { useFieldErrors } from '../../crud/use-field-errors.ts';
import { useTell } from '../../ui/use-tell.ts';
import { weekdayName } from './use-turn-text.ts';

interface Props {
  readonly row?: ReportSchedule;
  readonly report: ReportSchedule['report'];
  readonly filters: ReportSchedule['filters'];
  readonly onDone: () => void;
}

type Values = Pick<
  ReportSchedule,
  'name' | 'report' | 'format' | 'filters' | 'every' | 'onDay' | 'clock' | 'language' | 'recipients'
>;

const asChosen = <T extends string>(value: string | null, fallback: T): T => (value as T | null) ?? fallback;

export function ScheduleForm({ row, report, filters, onDone }: Props) {
  const { t, i18n } = useTranslation(['report', 'queue-report', 'agent-report', 'common']);
  const user = useUser();
  const client = useQueryClient();
  const tell = useTell();
  const errorText = useErrorText();
  const { errors, show, showProblem, clear, check } = useFieldErrors();
  const [values, setValues] = useState<Values>(() => ({
    ...{ name: '', format: 'pdf', every: 'week', onDay: 1, clock: '07:00', language: user.language },
    recipients: user.email === '' ? [] : [user.email],
    ...row,
    ...{ report, filters },
  }));
  const set = (next: Partial<Values>): void => {
    for (const field of Object.keys(next)) clear(field);
    setValues((before) => ({ ...before, ...next }));
  };
  const { name, report: kind, format, filters: narrowed, every, onDay, clock, language, recipients } = values;
  const body = { name, report: kind, format, filters: narrowed, every, onDay, clock, language, recipients };
  const save = useMutation({
    mutationFn: async (): Promise<unknown> =>
      row === undefined
        ? call(createReportSchedule, { body })
        : call(updateReportSchedule, { params: { id: row.id }, body }),
    onSuccess: () => {
      tell.done(t('schedules.saved'));
      onDone();
    },
    onError: (error) => {
      showProblem(error);
      if (!(error instanceof ProblemError) || error.errors.length === 0) tell.failed(errorText(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [listReportSchedules.path] }),
  });
  const groups: readonly string[] = kind === 'queues' ? REPORT_GROUPS : AGENT_GROUPS;
  const group = narrowed.groupBy ?? (kind === 'queues' ? 'queue' : 'agent');
  const groupName = (of: string): string =>
    kind === 'queues' ? t(`queue-report:by.${of as 'queue'}`) : t(`agent-report:by.${of as 'agent'}`);
  const narrowing = [narrowed.queue, narrowed.agent].filter((one) => one !== undefined).join(' · ');
  const days = every === 'week' ? [1, 2, 3, 4, 5, 6, 7] : Array.from({ length: 28 }, (_, i) => i + 1);
  const choose = (field: keyof Values, label: string, data: { value: string; label: string }[], value: string, onChange: (v: string | null) => void) => (
    <Select label={label} allowDeselect={false} data={data} value={value} error={errors[field]} onChange={onChange} />
  ); // prettier-ignore
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const faults = check(CreateReportSchedule, body);
        show(faults);
        if (faults.length === 0) save.mutate();
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('schedules.columns.name')}
          required
          value={name}
          error={errors['name']}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        {
          choose('report', t('schedules.report'), SCHEDULED_REPORTS.map((value) => ({ value, label: t(`schedules.reports.${value}`) })), kind, (v) =>
          set({ report: asChosen(v, kind), filters: {} }),
        ) /* prettier-ignore */
        }
        {
          choose('filters', t('groupBy'), groups.map((value) => ({ value, label: groupName(value) })), group, (v) =>
          set({ filters: { ...narrowed, groupBy: asChosen(v, group) } }),
        ) /* prettier-ignore */
        }
        {narrowing === '' ? null : (
          <Text size="sm" c="dimmed">
            {t('schedules.narrowed')} <bdi>{narrowing}</bdi>
          </Text>
        )}
        {
          choose('format', t('schedules.format'), REPORT_FORMATS.map((value) => ({ value, label: t(`common:list.exportAs.${value}`) })), format, (v) =>
          set({ format: asChosen<ReportFormat>(v, format) }),
        ) /* prettier-ignore */
        }
        {
          choose('every', t('schedules.every'), SCHEDULE_TURNS.map((value) => ({ value, label: t(`schedules.everyOf.${value}`) })), every, (v) =>
          set({ every: asChosen(v, every), onDay: 1 }),
        ) /* prettier-ignore */
        }
        {
          every === 'day'
          ? null
          : choose('onDay', t(every === 'week' ? 'schedules.weekday' : 'schedules.monthDay'), days.map((day) => ({ value: String(day), label: every === 'week' ? weekdayName(i18n.language, day) : String(day) })), String(onDay), (v) =>
              set({ onDay: Number(v ?? 1) }),
            ) /* prettier-ignore */
        }
        <TextInput
          type="time"
          label={t('schedules.clock')}
          description={t('schedules.clockHint', { zone: row?.timeZone ?? user.timezone })}
          value={clock}
          error={errors['clock']}
          onChange={(event) => set({ clock: event.currentTarget.value })}
        />
        <TagsInput
          label={t('schedules.columns.recipients')}
          description={t('schedules.recipientsHint')}
          required
          splitChars={[',', ';', ' ']}
          value={recipients}
          error={errors['recipients']}
          onChange={(next) => set({ recipients: next })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('common:actions.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
