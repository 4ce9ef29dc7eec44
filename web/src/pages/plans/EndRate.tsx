import { Alert, Button, Group, Text } from '@mantine/core';
import type { Plan } from '@ringside/core/contract/plans.ts';
import { type Rate, removeRate } from '@ringside/core/contract/rates.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useTell } from '../../ui/use-tell.ts';

interface Props {
  readonly plan: Plan;
  /** null: closed. */
  readonly rate: Rate | null;
  /** Nobody can have paid by it: it goes without a trace. */
  readonly unused: boolean;
  readonly onClose: () => void;
}

/** Asks before a rate ends. */
export function EndRate({ plan, rate, unused, onClose }: Props) {
  const { t } = useTranslation(['plan', 'common']);
  const errorText = useErrorText();
  const tell = useTell();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: (one: Rate) => call(removeRate, { params: { id: plan.id, rateId: one.id } }),
    onSuccess: async (_, one) => {
      tell.done(t('rates.ended', { prefix: one.prefix }));
      await client.invalidateQueries({ queryKey: ['/plans'] });
      onClose();
    },
  });
  return (
    <Dialog
      opened={rate !== null}
      onClose={onClose}
      title={t('rates.end', { prefix: `\u2066${rate?.prefix ?? ''}\u2069` })}
    >
      <Text c="dimmed">{t(unused ? 'rates.dropHint' : 'rates.endHint')}</Text>
      {end.isError ? (
        <Alert color="red" mt="sm" role="alert">
          {errorText(end.error)}
        </Alert>
      ) : null}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common:actions.cancel')}
        </Button>
        <Button color="red.8" loading={end.isPending} onClick={() => (rate ? end.mutate(rate) : undefined)}>
          {t('rates.endNow')}
        </Button>
      </Group>
    </Dialog>
  );
}
