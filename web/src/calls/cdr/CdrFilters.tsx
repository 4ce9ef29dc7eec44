import { keyed } from '../../locales/keyed.ts';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RefSelect } from '../../data/form/RefSelect.tsx';
import { SavedViews } from '../../data/list/SavedViews.tsx';
import { SearchBox } from '../../data/list/ListToolbar.tsx';
import { FilterBar } from '../../ui/report/FilterBar.tsx';
import { FilterSelect } from '../../ui/report/FilterSelect.tsx';
import { ReportPeriod } from '../../ui/report/ReportPeriod.tsx';
import classes from './CdrFilters.module.css';
import { CALL_DIRECTIONS, CALL_STATUSES, type CdrSearch } from './cdr-search.ts';

/** Search fields of a saved view. */
const FIELDS = [
  ...['from', 'to', 'timeFrom', 'timeTo', 'q', 'direction', 'status', 'queue', 'agent', 'recorded', 'perPage'],
] as const;

interface Props {
  readonly search: CdrSearch;
  /** Today in the user's time zone. */
  readonly today: string;
  readonly onChange: (change: Partial<CdrSearch>) => void;
  readonly tools: ReactNode;
}

export function CdrFilters({ search, today, onChange, tools }: Props) {
  const { t } = useTranslation('cdr');
  const { from, to, cursor: _cursor, call: _call, ...rest } = search;
  const kept = { ...rest, from, to };
  const first = from ?? to;
  const time = (field: 'timeFrom' | 'timeTo') => (
    <TextInput
      type="time"
      aria-label={t(field)}
      title={t(field)}
      w={110}
      value={search[field] ?? ''}
      onChange={(e) => onChange({ [field]: e.currentTarget.value || undefined })}
    />
  );
  const choice = (field: 'direction' | 'status', options: readonly string[], label: (o: never) => string) => (
    <FilterSelect
      label={t(field === 'direction' ? 'direction' : 'columns.status')}
      width={150}
      data={options.map((value) => ({ value, label: label(value as never) }))}
      value={search[field]}
      onChange={(value) => onChange({ [field]: value })}
    />
  );
  return (
    <FilterBar bare>
      <SearchBox value={search.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
      <ReportPeriod
        days={first === undefined ? null : { from: first, to: to ?? first }}
        today={today}
        clearable
        onChange={(days) => onChange({ from: days?.from, to: days?.to })}
      />
      {time('timeFrom')}
      {time('timeTo')}
      {choice('direction', CALL_DIRECTIONS, (o) => keyed(t)(`directions.${String(o)}`))}
      {choice('status', CALL_STATUSES, (o) => keyed(t)(`statuses.${String(o)}`))}
      {search.customer === undefined ? null : (
        <RefSelect
          resource="customers"
          aria-label={t('columns.customer')}
          w={200}
          clearable
          value={search.customer}
          onChange={(value) => onChange({ customer: typeof value === 'string' ? value : undefined })}
        />
      )}
      <div className={classes['tools']}>
        <SavedViews report="calls" search={kept} fields={FIELDS} onChange={onChange} />
        {tools}
      </div>
    </FilterBar>
  );
}
