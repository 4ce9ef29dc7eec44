import type { Invoice } from '@ringside/core/contract/billing/invoice.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTell } from '../../ui/use-tell.ts';
import { useReason } from './use-reason.ts';

/** Changes an invoice: updates the page, refetches lists and accounts, and shows errors. */
export const useInvoiceChange = <Input>(invoice: Invoice, change: (input: Input) => Promise<Invoice>) => {
  const client = useQueryClient();
  const tell = useTell();
  const reason = useReason();
  return useMutation({
    mutationFn: change,
    onSuccess: (after) => {
      client.setQueryData(['/invoices', 'one', after.id], after);
      if (after.id !== invoice.id) void client.invalidateQueries({ queryKey: ['/invoices', 'one', invoice.id] });
      void client.invalidateQueries({ queryKey: ['/invoices'], predicate: (q) => q.queryKey[1] !== 'one' });
      void client.invalidateQueries({ queryKey: ['account'] });
    },
    onError: (error) => tell.failed(reason(error)),
  });
};
