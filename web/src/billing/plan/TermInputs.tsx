import { keyed } from '../../locales/keyed.ts';
import { Select, TextInput } from '@mantine/core';
import type { PlanTerms } from '@ringside/core/contract/billing/plan-terms.ts';
import { useTranslation } from 'react-i18next';
import type { TermsFormState } from './terms-form.ts';

type Amount = 'fixedFee' | 'setupFee' | 'freeCredit' | 'defaultRatePerMinute';
type Chosen = 'billingInterval' | 'proration' | 'overageAction' | 'unratedPolicy' | 'internalCalls' | 'roundingMode';

export function TermAmount({ form: state, field }: { readonly form: TermsFormState; readonly field: Amount }) {
  const { t } = useTranslation('plan');
  return (
    <TextInput
      label={t(`fields.${field}`)}
      inputMode="decimal"
      autoComplete="off"
      styles={{ input: { direction: 'ltr', textAlign: 'start' } }}
      value={state.terms[field]}
      onChange={(e) => state.set(field, e.currentTarget.value)}
      error={state.error(field)}
    />
  );
}

export function TermChoice<F extends Chosen>({
  form: state,
  field,
  options,
  help,
}: {
  readonly form: TermsFormState;
  readonly field: F;
  readonly options: readonly PlanTerms[F][];
  readonly help?: string;
}) {
  const { t } = useTranslation('plan');
  // The translation key depends on the field.
  const word = keyed(t);
  return (
    <Select
      label={word(`fields.${field}`)}
      description={help}
      data={options.map((value) => ({ value: String(value), label: word(`options.${field}.${value}`) }))}
      allowDeselect={false}
      value={String(state.terms[field])}
      onChange={(value) => state.set(field, options.find((o) => o === value) ?? state.terms[field])}
      error={state.error(field)}
    />
  );
}
