import type { DIRECTIONS } from '@ringside/core/contract/billing/plan-terms.ts';
import type { Plan } from '@ringside/core/contract/billing/plan.ts';
import { CreateRate, createRate, type Rate, updateRate } from '@ringside/core/contract/billing/rates.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { changedFields } from '../../data/form/changed-fields.ts';
import { useFieldErrors } from '../../data/form/use-field-errors.ts';
import { useTell } from '../../ui/use-tell.ts';

interface Values {
  readonly prefix: string;
  readonly timing: Rate['timing'];
  readonly destinationName: string;
  readonly destinationGroup: string;
  readonly ratePerMinute: string;
  readonly connectFee: string;
  readonly initialSeconds: number | string;
  readonly incrementSeconds: number | string;
  readonly freeSeconds: number | string;
  readonly graceSeconds: number | string;
  /** Empty for none. */
  readonly minCharge: string;
  readonly maxCharge: string;
  readonly blocked: boolean;
  readonly effectiveFrom: string | null;
  readonly effectiveUntil: string | null;
}

const startOf = (rate: Rate | null): Values => ({
  prefix: rate?.prefix ?? '',
  timing: rate?.timing ?? 'any',
  destinationName: rate?.destinationName ?? '',
  destinationGroup: rate?.destinationGroup ?? '',
  ratePerMinute: rate?.ratePerMinute ?? '',
  connectFee: rate?.connectFee ?? '0',
  initialSeconds: rate?.initialSeconds ?? 60,
  incrementSeconds: rate?.incrementSeconds ?? 60,
  freeSeconds: rate?.freeSeconds ?? 0,
  graceSeconds: rate?.graceSeconds ?? 0,
  minCharge: rate?.minCharge ?? '',
  maxCharge: rate?.maxCharge ?? '',
  blocked: rate?.blocked ?? false,
  effectiveFrom: null,
  effectiveUntil: rate?.effectiveUntil ?? null,
});

/** Converts the form values for the server. An empty number becomes 0 and an empty charge null. */
const bodyOf = ({ effectiveFrom, ...values }: Values) => ({
  ...values,
  initialSeconds: Number(values.initialSeconds),
  incrementSeconds: Number(values.incrementSeconds),
  freeSeconds: Number(values.freeSeconds),
  graceSeconds: Number(values.graceSeconds),
  minCharge: values.minCharge === '' ? null : values.minCharge,
  maxCharge: values.maxCharge === '' ? null : values.maxCharge,
  ...(effectiveFrom === null ? {} : { effectiveFrom }),
});

export const useRateForm = (
  plan: Plan,
  direction: (typeof DIRECTIONS)[number],
  rate: Rate | null,
  onDone: () => void,
) => {
  const { t } = useTranslation(['plan', 'common']);
  const tell = useTell();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [start] = useState(() => startOf(rate));
  const [values, setValues] = useState(start);
  const [saved, setSaved] = useState(false);
  const { errors, show, showProblem, clear, check } = useFieldErrors();
  const save = useMutation({
    mutationFn: () =>
      rate === null
        ? call(createRate, { params: { id: plan.id }, body: { ...bodyOf(values), direction } })
        : call(updateRate, {
            params: { id: plan.id, rateId: rate.id },
            body: changedFields(bodyOf(start), bodyOf(values)),
          }),
    onSuccess: async () => {
      setSaved(true);
      tell.done(t('rates.saved'));
      await client.invalidateQueries({ queryKey: ['/plans'] });
      onDone();
    },
    onError: showProblem,
  });
  const focusFirst = (element: HTMLElement): void => {
    requestAnimationFrame(() => element.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')?.focus());
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const element = event.currentTarget;
    if (save.isPending) return;
    const issues = check(CreateRate, { ...bodyOf(values), direction });
    show(issues);
    if (issues.length > 0) {
      save.reset();
      focusFirst(element);
    } else save.mutate(undefined, { onError: () => focusFirst(element) });
  };
  const set = <K extends keyof Values>(field: K, value: Values[K]): void => {
    setValues((now) => ({ ...now, [field]: value }));
    clear(field);
  };
  const dirty = (): boolean => !saved && Object.keys(changedFields({ ...start }, { ...values })).length > 0;
  const placed = Object.keys(errors).some((path) => path in values);
  const problem = placed ? t('common:form.fix') : save.error ? (errors[''] ?? errorText(save.error)) : null;
  return { values, set, errors, save, submit, problem, dirty };
};
