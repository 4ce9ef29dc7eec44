import {
  ActionIcon,
  Button,
  Checkbox,
  Chip,
  Group,
  Input,
  NumberInput,
  Select,
  TagsInput,
  TextInput,
} from '@mantine/core';
import type { PlanTerms } from '@ringside/core/contract/billing/plan-terms.ts';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TermsFormState } from './terms-form.ts';
import classes from './TermsForm.module.css';
import { UnitFeeInputs } from './UnitFeeInputs.tsx';
import { useDayNames } from './use-day-names.ts';

type Listed = 'unitFees' | 'allowances' | 'peakHours';
type Entry<F extends Listed> = PlanTerms[F][number];

interface ListProps<F extends Listed> {
  readonly form: TermsFormState;
  readonly field: F;
  readonly blank: Entry<F>;
  readonly add: string;
  readonly nameOf: (entry: Entry<F>) => string;
  readonly entry: (entry: Entry<F>, change: (part: Partial<Entry<F>>) => void, path: string) => ReactNode;
}

/** List of entries, each with its own inputs. */
function TermList<F extends Listed>({ form, field, blank, add, nameOf, entry }: ListProps<F>) {
  const { t } = useTranslation('plan');
  const entries: readonly Entry<F>[] = form.terms[field];
  const put = (next: readonly Entry<F>[]): void => form.set(field, [...next] as PlanTerms[F]);
  return (
    <div className={classes['list']}>
      {entries.map((one, i) => (
        // oxlint-disable-next-line no-array-index-key -- an entry has no id; inputs are controlled
        <div key={i} className={classes['entry']} role="group" aria-label={nameOf(one)}>
          {entry(
            one,
            (part) => put(entries.map((other, j) => (j === i ? { ...other, ...part } : other))),
            `${field}.${i}`,
          )}
          <ActionIcon
            className={classes['remove']}
            variant="subtle"
            color="red"
            aria-label={t('terms.remove', { name: nameOf(one) })}
            onClick={() => put(entries.filter((_, j) => j !== i))}
          >
            <Trash2 size={16} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        className={classes['add'] ?? ''}
        leftSection={<Plus size={14} aria-hidden="true" />}
        onClick={() => put([...entries, blank])}
      >
        {add}
      </Button>
    </div>
  );
}

const whole = (value: number | string): number => (value === '' ? 0 : Number(value));
const LTR = { input: { direction: 'ltr' as const, textAlign: 'start' as const } };

export function UnitFeeList({ form }: { readonly form: TermsFormState }) {
  const { t } = useTranslation('plan');
  return (
    <TermList
      form={form}
      field="unitFees"
      blank={{ item: 'agent', unitPrice: '', includedQuantity: 0 }}
      add={t('terms.addUnitFee')}
      nameOf={(fee) => t(`terms.items.${fee.item}`)}
      entry={(fee, change, path) => <UnitFeeInputs form={form} fee={fee} change={change} path={path} />}
    />
  );
}

const KINDS = ['minutes', 'calls', 'unlimited'] as const;
const DIRECTIONS = ['outbound', 'inbound', 'both'] as const;
const CARRY_OVERS = ['none', 'one_period', 'all'] as const;

export function AllowanceList({ form }: { readonly form: TermsFormState }) {
  const { t } = useTranslation('plan');
  return (
    <TermList
      form={form}
      field="allowances"
      blank={{
        name: '',
        kind: 'minutes',
        seconds: 0,
        calls: 0,
        direction: 'outbound',
        destinationGroups: [],
        coversConnectFee: false,
        carryOver: 'none',
        priority: 0,
      }}
      add={t('terms.addAllowance')}
      nameOf={(a) => a.name || t('fields.allowances')}
      entry={(a, change, path) => <AllowanceInputs form={form} allowance={a} change={change} path={path} />}
    />
  );
}

interface AllowanceProps {
  readonly form: TermsFormState;
  readonly allowance: Entry<'allowances'>;
  readonly change: (part: Partial<Entry<'allowances'>>) => void;
  readonly path: string;
}

function AllowanceInputs({ form, allowance: a, change, path }: AllowanceProps) {
  const { t } = useTranslation('plan');
  return (
    <>
      <TextInput
        label={t('terms.allowanceName')}
        value={a.name}
        onChange={(e) => change({ name: e.currentTarget.value })}
        error={form.error(`${path}.name`)}
      />
      <Select
        label={t('terms.kind')}
        data={KINDS.map((value) => ({ value, label: t(`terms.kinds.${value}`) }))}
        allowDeselect={false}
        value={a.kind}
        onChange={(value) => change({ kind: KINDS.find((kind) => kind === value) ?? a.kind, capSeconds: undefined })}
      />
      <QuantityInput form={form} allowance={a} change={change} path={path} />
      <Select
        label={t('terms.direction')}
        data={DIRECTIONS.map((value) => ({ value, label: t(`terms.directions.${value}`) }))}
        allowDeselect={false}
        value={a.direction}
        onChange={(value) => change({ direction: DIRECTIONS.find((d) => d === value) ?? a.direction })}
      />
      <TagsInput
        label={t('terms.groups')}
        description={t('terms.groupsHint')}
        className={classes['wide'] ?? ''}
        value={a.destinationGroups}
        onChange={(destinationGroups) => change({ destinationGroups })}
        error={form.error(`${path}.destinationGroups`)}
      />
      <CarryOverInputs form={form} allowance={a} change={change} path={path} />
      <NumberInput
        label={t('terms.priority')}
        min={0}
        allowDecimal={false}
        value={a.priority}
        onChange={(value) => change({ priority: whole(value) })}
        error={form.error(`${path}.priority`)}
      />
      <Checkbox
        label={t('terms.coversConnectFee')}
        className={classes['wide'] ?? ''}
        checked={a.coversConnectFee}
        onChange={(e) => change({ coversConnectFee: e.currentTarget.checked })}
      />
    </>
  );
}

/** The minutes or calls that an allowance includes. */
function QuantityInput({ form, allowance: a, change, path }: AllowanceProps) {
  const { t } = useTranslation('plan');
  if (a.kind === 'unlimited') return null;
  return a.kind === 'minutes' ? (
    <NumberInput
      label={t('terms.minutes')}
      min={0}
      decimalScale={1}
      thousandSeparator=" "
      value={Math.round(a.seconds / 6) / 10}
      onChange={(value) => change({ seconds: Math.round(whole(value) * 60) })}
      error={form.error(`${path}.seconds`)}
    />
  ) : (
    <NumberInput
      label={t('terms.calls')}
      min={0}
      allowDecimal={false}
      thousandSeparator=" "
      value={a.calls}
      onChange={(value) => change({ calls: whole(value) })}
      error={form.error(`${path}.calls`)}
    />
  );
}

/** Whether unused minutes or calls carry over to the next period, and the maximum of accumulated minutes. */
function CarryOverInputs({ form, allowance: a, change, path }: AllowanceProps) {
  const { t } = useTranslation('plan');
  return (
    <>
      <Select
        label={t('terms.carryOver')}
        data={CARRY_OVERS.map((value) => ({ value, label: t(`terms.carryOvers.${value}`) }))}
        allowDeselect={false}
        value={a.carryOver}
        onChange={(value) =>
          change({
            carryOver: CARRY_OVERS.find((c) => c === value) ?? a.carryOver,
            ...(value === 'none' ? { capSeconds: undefined } : {}),
          })
        }
      />
      {a.kind === 'minutes' && a.carryOver !== 'none' ? (
        <NumberInput
          label={t('terms.capMinutes')}
          placeholder={t('terms.noLimit')}
          min={0}
          decimalScale={1}
          thousandSeparator=" "
          value={a.capSeconds === undefined ? '' : Math.round(a.capSeconds / 6) / 10}
          onChange={(value) => change({ capSeconds: value === '' ? undefined : Math.round(Number(value) * 60) })}
          error={form.error(`${path}.capSeconds`)}
        />
      ) : null}
    </>
  );
}

export function PeakHoursList({ form }: { readonly form: TermsFormState }) {
  const { t } = useTranslation('plan');
  const dayNames = useDayNames();
  return (
    <TermList
      form={form}
      field="peakHours"
      blank={{ days: [1, 2, 3, 4, 5], from: '08:00', to: '20:00' }}
      add={t('terms.addPeakHours')}
      nameOf={(hours) => `${t('fields.peakHours')} ${hours.from}–${hours.to}`}
      entry={(hours, change, path) => (
        <>
          <Input.Wrapper
            label={t('terms.days')}
            labelElement="div"
            className={classes['wide'] ?? ''}
            error={form.error(`${path}.days`)}
          >
            <Chip.Group
              multiple
              value={hours.days.map(String)}
              onChange={(days) => change({ days: days.map(Number).toSorted((a, b) => a - b) })}
            >
              <Group gap={6} mt={4}>
                {dayNames.map((name, i) => (
                  <Chip key={name} value={String(i + 1)} size="xs">
                    {name}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          </Input.Wrapper>
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              label={t(`terms.${end}`)}
              styles={LTR}
              placeholder={end === 'from' ? '08:00' : '20:00'}
              value={hours[end]}
              onChange={(e) => change({ [end]: e.currentTarget.value })}
              error={form.error(`${path}.${end}`)}
            />
          ))}
        </>
      )}
    />
  );
}
