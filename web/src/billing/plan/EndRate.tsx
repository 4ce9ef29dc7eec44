import type { Plan } from '@ringside/core/contract/billing/plan.ts';
import { type Rate, deleteRate } from '@ringside/core/contract/billing/rates.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useTell } from '../../ui/use-tell.ts';

interface Props {
  readonly plan: Plan;
  /** null: closed. */
  readonly rate: Rate | null;
  /** The rate is not in force yet, so it is deleted without a record. */
  readonly unused: boolean;
  readonly onClose: () => void;
}

/** Asks for confirmation before a rate ends. */
export function EndRate({ plan, rate, unused, onClose }: Props) {
  const { t } = useTranslation(['plan', 'common']);
  const errorText = useErrorText();
  const tell = useTell();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: (one: Rate) => call(deleteRate, { params: { id: plan.id, rateId: one.id } }),
    onSuccess: async (_, one) => {
      tell.done(t('rates.ended', { prefix: one.prefix }));
      await client.invalidateQueries({ queryKey: ['/plans'] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={rate !== null}
      onClose={onClose}
      title={t('rates.end', { prefix: `\u2066${rate?.prefix ?? ''}\u2069` })}
      hint={t(unused ? 'rates.dropHint' : 'rates.endHint')}
      action={t('rates.endNow')}
      onConfirm={() => (rate ? end.mutate(rate) : undefined)}
      loading={end.isPending}
      error={end.isError ? errorText(end.error) : null}
    />
  );
}
