import { Alert, Button, Checkbox, Group, NumberInput, SegmentedControl, Select } from '@mantine/core';
import { UNRATED_POLICIES } from '@ringside/core/contract/billing/plan-terms.ts';
import { type Plan, type PlanVersion } from '@ringside/core/contract/billing/plan.ts';
import { useTranslation } from 'react-i18next';
import { timezoneChoices } from '../../data/form/choices.ts';
import form from '../../data/form/ResourceForm.module.css';
import { UnsavedGuard } from '../../data/form/UnsavedGuard.tsx';
import { MomentInput } from '../../data/form/MomentInput.tsx';
import { Section } from './Section.tsx';
import { TermAmount, TermChoice } from './TermInputs.tsx';
import { AllowanceList, PeakHoursList, UnitFeeList } from './TermLists.tsx';
import { type TermsFormState, WHEN } from './terms-form.ts';
import { useTermsForm } from './use-terms-form.ts';

interface Props {
  readonly plan: Plan;
  /** Version with the initial values of the form. */
  readonly base: PlanVersion;
  /** Changes `base` itself, which is not in force yet. Otherwise saving creates a new version. */
  readonly editing: boolean;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

/** All terms of a plan, and when they take effect. */
export function TermsForm({ plan, base, editing, onSaved, onCancel }: Props) {
  const { t } = useTranslation(['plan', 'common']);
  const { state, when, setWhen, from, setFrom, problem, save, submit, dirty } = useTermsForm(
    plan,
    base,
    editing,
    onSaved,
  );
  const { error, terms } = state;
  return (
    <form noValidate onSubmit={submit} className={form['form']}>
      <UnsavedGuard dirty={dirty} />
      <Section title={t('sections.validity')}>
        <SegmentedControl
          aria-label={t('terms.whenLabel')}
          data={WHEN.map((value) => ({ value, label: t(`terms.when.${value}`) }))}
          value={when}
          onChange={(value) => setWhen(WHEN.find((w) => w === value) ?? 'draft')}
        />
        {when === 'later' ? (
          <MomentInput
            label={t('terms.validFrom', { zone: `\u2066${terms.timezone}\u2069` })}
            zone={terms.timezone}
            value={from}
            onChange={setFrom}
            error={error('validFrom')}
          />
        ) : null}
      </Section>
      {plan.purpose === 'carrier' ? null : <Charges form={state} />}
      <Calls form={state} />
      <Section title={t('fields.peakHours')} help={t('help.peakHours')}>
        <Select
          label={t('fields.timezone')}
          data={[...timezoneChoices()]}
          searchable
          limit={500}
          allowDeselect={false}
          nothingFoundMessage={t('common:form.nothingFound')}
          value={terms.timezone}
          onChange={(value) => state.set('timezone', value ?? terms.timezone)}
          error={error('timezone')}
        />
        <PeakHoursList form={state} />
      </Section>
      {plan.purpose === 'carrier' ? null : <Limits form={state} />}
      {problem ? (
        <Alert color="red" title={t('common:form.failed')} role="alert">
          {problem}
        </Alert>
      ) : null}
      <Group justify="flex-end" className={form['actions']} data-sticky>
        <Button variant="default" onClick={onCancel}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('common:actions.save')}
        </Button>
      </Group>
    </form>
  );
}

interface Part {
  readonly form: TermsFormState;
}

/** Fees other than call charges, and allowances. */
function Charges({ form: state }: Part) {
  const { t } = useTranslation('plan');
  return (
    <>
      <Fees form={state} />
      <Section title={t('fields.unitFees')}>
        <UnitFeeList form={state} />
      </Section>
      <Section title={t('fields.allowances')}>
        <AllowanceList form={state} />
        <TermChoice
          form={state}
          field="overageAction"
          options={['none', 'notify', 'block']}
          help={t('help.overageAction')}
        />
      </Section>
    </>
  );
}

function Fees({ form: state }: Part) {
  const { t } = useTranslation('plan');
  const { terms, error } = state;
  return (
    <Section title={t('sections.fees')}>
      {(['fixedFee', 'setupFee', 'freeCredit'] as const).map((field) => (
        <TermAmount key={field} form={state} field={field} />
      ))}
      <TermChoice form={state} field="billingInterval" options={['month', 'week']} />
      <NumberInput
        label={t('fields.intervalCount')}
        description={t('help.intervalCount')}
        min={1}
        max={60}
        allowDecimal={false}
        value={terms.intervalCount}
        onChange={(value) => state.set('intervalCount', Number(value))}
        error={error('intervalCount')}
      />
      <TermChoice form={state} field="proration" options={['none', 'additions', 'both']} help={t('help.proration')} />
      <Checkbox
        label={t('fields.taxInclusive')}
        checked={terms.taxInclusive}
        onChange={(e) => state.set('taxInclusive', e.currentTarget.checked)}
      />
    </Section>
  );
}

function Calls({ form: state }: Part) {
  const { t } = useTranslation('plan');
  const { terms, error } = state;
  return (
    <Section title={t('sections.calls')}>
      <TermChoice form={state} field="unratedPolicy" options={UNRATED_POLICIES} help={t('help.unratedPolicy')} />
      {terms.unratedPolicy === 'default_rate' ? <TermAmount form={state} field="defaultRatePerMinute" /> : null}
      <TermChoice form={state} field="internalCalls" options={['free', 'rated']} />
      <NumberInput
        label={t('fields.roundingDecimals')}
        min={2}
        max={6}
        allowDecimal={false}
        value={terms.roundingDecimals}
        onChange={(value) => state.set('roundingDecimals', Number(value))}
        error={error('roundingDecimals')}
      />
      <TermChoice form={state} field="roundingMode" options={['half_up', 'up']} />
    </Section>
  );
}

const LIMITS = [
  'maxConcurrentCalls',
  'maxSubscribers',
  'maxAgents',
  'maxQueues',
  'maxRecordingMb',
  'maxRetentionDays',
] as const;

function Limits({ form: state }: Part) {
  const { t } = useTranslation('plan');
  const { terms, error } = state;
  return (
    <Section title={t('sections.limits')}>
      {LIMITS.map((field) => (
        <NumberInput
          key={field}
          label={t(`fields.${field}`)}
          placeholder={t('terms.noLimit')}
          min={field === 'maxRetentionDays' ? 1 : 0}
          allowDecimal={false}
          value={terms[field] ?? ''}
          onChange={(value) => state.set(field, value === '' ? null : Number(value))}
          error={error(field)}
        />
      ))}
    </Section>
  );
}
