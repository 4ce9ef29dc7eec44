import {
  CreateReportSchedule,
  createReportSchedule,
  listReportSchedules,
  type ReportSchedule,
  updateReportSchedule,
} from '@ringside/core/contract/report-schedules.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ProblemError } from '../../api/problem.ts';
import { useUser } from '../../api/session.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { useFieldErrors } from '../../crud/use-field-errors.ts';
import { useTell } from '../../ui/use-tell.ts';

export type ScheduleValues = Pick<
  ReportSchedule,
  'name' | 'report' | 'format' | 'filters' | 'every' | 'onDay' | 'clock' | 'language' | 'recipients'
>;

export interface ScheduleFormProps {
  /** Without one a schedule is made. */
  readonly row?: ReportSchedule;
  readonly report: ReportSchedule['report'];
  readonly filters: ReportSchedule['filters'];
  readonly onDone: () => void;
}

/** What the form's fields share: the values, their faults by field, and how one of them changes. */
export interface ScheduleFields {
  readonly values: ScheduleValues;
  readonly errors: Readonly<Record<string, string>>;
  readonly set: (next: Partial<ScheduleValues>) => void;
}

/** The values of a schedule's form, checked by the contract before they are sent. */
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
    format: row?.format ?? 'pdf',
    every: row?.every ?? 'week',
    onDay: row?.onDay ?? 1,
    clock: row?.clock ?? '07:00',
    language: row?.language ?? user.language,
    recipients: row?.recipients ?? (user.email === '' ? [] : [user.email]),
  }));
  // Two presses may come before the button is seen to be busy.
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
