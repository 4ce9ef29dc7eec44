import { listReportSchedules } from '@ringside/core/contract/report-schedules.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ProblemError } from '../../api/problem.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { useTell } from '../../ui/use-tell.ts';

/** Does it, says so, and reads the list again; what is refused is told in its own words. */
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
