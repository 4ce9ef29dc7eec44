import {
  CreateReportSchedule,
  createReportSchedule,
  listReportSchedules,
  type ReportSchedule,
  SCHEDULE_FORMATS,
  updateReportSchedule,
} from '@ringside/core/contract/reports/report-schedule.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { ProblemError } from '../../data/api/problem.ts';
import { useUser } from '../../data/api/session.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { useFieldErrors } from '../../data/form/use-field-errors.ts';
import { useTell } from '../../ui/use-tell.ts';

type ScheduleValues = Pick<
  ReportSchedule,
  'name' | 'report' | 'format' | 'filters' | 'every' | 'onDay' | 'clock' | 'language' | 'recipients'
>;

export interface ScheduleFormProps {
  /** Absent for a new schedule. */
  readonly row?: ReportSchedule;
  readonly report: ReportSchedule['report'];
  readonly filters: ReportSchedule['filters'];
  readonly onDone: () => void;
}

/** State shared by the form's fields: the values, the errors by field, and a setter. */
export interface ScheduleFields {
  readonly values: ScheduleValues;
  readonly errors: Readonly<Record<string, string>>;
  readonly set: (next: Partial<ScheduleValues>) => void;
}

/** Returns PDF if the report has it, else a workbook. */
export const usualFormat = (report: ReportSchedule['report']): ReportSchedule['format'] =>
  SCHEDULE_FORMATS[report].at(-1) ?? 'csv';

/** Holds the values of a schedule's form and validates them with the contract before sending. */
export const useScheduleForm = ({ row, report, filters, onDone }: ScheduleFormProps) => {
  const { t } = useTranslation('report');
  const user = useUser();
  const client = useQueryClient();
  const tell = useTell();
  const errorText = useErrorText();
  const { errors, show, showProblem, clear, check } = useFieldErrors();
  const [values, setValues] = useState<ScheduleValues>(() => ({
    name: row?.name ?? '',
    report,
    filters,
    format: row?.format ?? usualFormat(report),
    every: row?.every ?? 'week',
    onDay: row?.onDay ?? 1,
    clock: row?.clock ?? '07:00',
    language: row?.language ?? user.language,
    recipients: row?.recipients ?? (user.email === '' ? [] : [user.email]),
  }));
  // A second click may arrive before the button is disabled.
  const sending = useRef(false);
  const save = useMutation({
    mutationFn: async (): Promise<unknown> =>
      row === undefined
        ? call(createReportSchedule, { body: values })
        : call(updateReportSchedule, { params: { id: row.id }, body: values }),
    onSuccess: () => {
      tell.done(t('schedules.saved'));
      onDone();
    },
    onError: (error) => {
      showProblem(error);
      if (!(error instanceof ProblemError) || error.errors.length === 0) tell.failed(errorText(error));
    },
    onSettled: () => {
      sending.current = false;
      return client.invalidateQueries({ queryKey: [listReportSchedules.path] });
    },
  });
  const fields: ScheduleFields = {
    values,
    errors,
    set: (next) => {
      for (const field of Object.keys(next)) clear(field);
      setValues((before) => ({ ...before, ...next }));
    },
  };
  return {
    fields,
    saving: save.isPending,
    submit: () => {
      if (sending.current) return;
      const faults = check(CreateReportSchedule, values);
      show(faults);
      if (faults.length > 0) return;
      sending.current = true;
      save.mutate();
    },
  };
};
