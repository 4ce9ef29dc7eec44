import { Button, Group, Stack, TextInput } from '@mantine/core';
import { duplicatePlan } from '@ringside/core/contract/plan-copies.ts';
import type { Plan } from '@ringside/core/contract/plans.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ProblemError } from '../../api/problem.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';

/** Asks how a draft like the plan is to be called, and opens it. */
export function DuplicatePlan({ plan, onClose }: { readonly plan: Plan | null; readonly onClose: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Dialog opened={plan !== null} onClose={onClose} title={t('actions.duplicate')} size="sm">
      {plan ? <Form key={plan.id} plan={plan} onClose={onClose} /> : null}
    </Dialog>
  );
}

function Form({ plan, onClose }: { readonly plan: Plan; readonly onClose: () => void }) {
  const { t } = useTranslation(['plan', 'common']);
  const [name, setName] = useState(t('common:form.copyOf', { name: plan.name }).slice(0, 64));
  const navigate = useNavigate();
  const client = useQueryClient();
  const errorText = useErrorText();
  const make = useMutation({
    mutationFn: () => call(duplicatePlan, { params: { id: plan.id }, body: { name } }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['/plans'] });
      onClose();
      void navigate({ to: '/plans/$plan', params: { plan: id } });
    },
  });
  const problem = make.error instanceof ProblemError ? make.error.errors[0]?.message : undefined;
  const submit = (e: FormEvent): void => {
    e.preventDefault();
    make.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={t('fields.name')}
          description={t('duplicateHint')}
          value={name}
          onChange={(e) => setName(e.currentTarget.value)}
          error={make.error ? (problem ?? errorText(make.error)) : undefined}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" loading={make.isPending}>
            {t('common:actions.duplicate')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
