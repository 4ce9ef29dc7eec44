import { listReportSchedules } from '@ringside/core/contract/reports/report-schedule.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ProblemError } from '../../data/api/problem.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { useTell } from '../../ui/use-tell.ts';

/** Runs a change, shows a message and refetches the list. Shows the server's error if it fails. */
export const useScheduleChange = (done: string, work: () => Promise<unknown>) => {
  const client = useQueryClient();
  const tell = useTell();
  const errorText = useErrorText();
  return useMutation<unknown, unknown, void>({
    mutationFn: work,
    onSuccess: () => tell.done(done),
    onError: (error) => {
      const [first] = error instanceof ProblemError ? error.errors : [];
      tell.failed(first?.message ?? errorText(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [listReportSchedules.path] }),
  });
};
