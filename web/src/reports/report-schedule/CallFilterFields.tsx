import { Fieldset, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { ScheduleFilters } from '@ringside/core/contract/reports/report-schedule.ts';
import { useTranslation } from 'react-i18next';
import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import type { ScheduleFields } from './use-schedule-form.ts';

const DIRECTIONS = ['inbound', 'outbound', 'internal'] as const satisfies readonly ScheduleFilters['direction'][];
const STATUSES = [
  ...(['answered', 'transferred', 'automated', 'voicemail', 'unanswered', 'rejected', 'failed', 'failed-out'] as const),
] as const satisfies readonly ScheduleFilters['status'][];
const RECORDED = ['true', 'false'] as const;

/** Filters of call records and billing, as on their own pages. */
export function CallFilterFields({ fields }: { readonly fields: ScheduleFields }) {
  const { t } = useTranslation(['report', 'cdr', 'common']);
  const seesCustomers = useSeesCustomers();
  const { values, errors, set } = fields;
  const { report, filters } = values;
  const change = (next: Readonly<Record<string, unknown>>): void => {
    const kept = Object.entries({ ...filters, ...next }).filter(([, value]) => value !== undefined && value !== '');
    set({ filters: Object.fromEntries(kept) });
  };
  const choice = <Value extends string>(
    field: keyof ScheduleFilters,
    label: string,
    options: readonly Value[],
    nameOf: (value: Value) => string,
  ) => (
    <Select
      key={field}
      label={label}
      clearable
      clearButtonProps={{ 'aria-label': t('common:actions.clear') }}
      data={options.map((value) => ({ value, label: nameOf(value) }))}
      value={filters[field] === undefined ? null : String(filters[field])}
      onChange={(value) => change({ [field]: value ?? undefined })}
    />
  );
  const text = (field: 'q' | 'queue' | 'agent' | 'timeFrom' | 'timeTo', label: string, type: 'text' | 'time') => (
    <TextInput
      key={field}
      type={type}
      label={label}
      value={filters[field] ?? ''}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <Fieldset legend={t('schedules.narrowed')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        {seesCustomers ? (
          <RefSelect
            resource="customers"
            label={t('cdr:columns.customer')}
            clearable
            value={filters.customerId ?? null}
            onChange={(id) => change({ customerId: typeof id === 'string' ? id : undefined })}
          />
        ) : null}
        {choice('direction', t('cdr:direction'), DIRECTIONS, (value) => t(`cdr:directions.${value}`))}
        {report === 'calls' ? (
          <>
            {choice('status', t('cdr:columns.status'), STATUSES, (value) => t(`cdr:statuses.${value}`))}
            {choice('recorded', t('schedules.recording'), RECORDED, (value) => t(`schedules.recordings.${value}`))}
            {text('q', t('common:list.search'), 'text')}
            {text('queue', t('queue'), 'text')}
            {text('agent', t('cdr:agent'), 'text')}
            {text('timeFrom', t('cdr:timeFrom'), 'time')}
            {text('timeTo', t('cdr:timeTo'), 'time')}
          </>
        ) : null}
      </SimpleGrid>
      {errors['filters'] === undefined ? null : <p role="alert">{errors['filters']}</p>}
    </Fieldset>
  );
}
