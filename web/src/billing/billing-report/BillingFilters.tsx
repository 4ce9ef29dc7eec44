import type { BillingRow } from '@ringside/core/contract/billing/billing-report.ts';
import { useTranslation } from 'react-i18next';
import { SavedViews } from '../../data/list/SavedViews.tsx';
import { FilterBar } from '../../ui/report/FilterBar.tsx';
import { FilterSelect } from '../../ui/report/FilterSelect.tsx';
import type { Days } from '../../ui/report/report-days.ts';
import { ReportPeriod } from '../../ui/report/ReportPeriod.tsx';
import type { ChangeAddress } from '../../ui/report/use-address.ts';
import { type BillingSearch, DIRECTIONS } from './billing-search.ts';

/** Search fields of a saved view. */
const FIELDS = ['from', 'to', 'customer', 'direction'] as const;

interface Props {
  readonly search: BillingSearch;
  readonly days: Days;
  readonly today: string;
  readonly rows: readonly BillingRow[];
  readonly onChange: ChangeAddress<BillingSearch>;
}

const PRESETS = ['thisMonth', 'lastMonth', 'week'] as const;
/** Latest selectable day. Future days are allowed, because fees of the whole month are already known. */
const ANY_DAY = '2100-01-01';

export function BillingFilters({ search, days, today, rows, onChange }: Props) {
  const { t } = useTranslation(['billing', 'cdr']);
  const customers = [...new Map(rows.map((row) => [row.customerId, row.customerName]))];
  return (
    <FilterBar>
      <ReportPeriod
        days={days}
        today={today}
        presets={PRESETS}
        maxDate={ANY_DAY}
        onChange={(period) => onChange({ ...period })}
      />
      {customers.length > 1 || search.customer !== undefined ? (
        <FilterSelect
          label={t('columns.customerName')}
          width={220}
          searchable
          data={customers.map(([value, label]) => ({ value, label }))}
          value={search.customer}
          onChange={(value) => onChange({ customer: value })}
        />
      ) : null}
      <FilterSelect
        label={t('direction')}
        width={160}
        data={DIRECTIONS.map((value) => ({ value, label: t(`cdr:directions.${value}`) }))}
        value={search.direction}
        onChange={(value) => onChange({ direction: value })}
      />
      <SavedViews report="billing" search={search} fields={FIELDS} onChange={onChange} />
    </FilterBar>
  );
}
