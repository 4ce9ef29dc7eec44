import type { QueueReport } from '@ringside/core/contract/reports/queue-report.ts';
import { REPORT_GROUPS } from '@ringside/core/reports/queue-report.ts';
import { SERVICE_LEVEL_FORMULAS } from '@ringside/core/reports/service-level.ts';
import { useTranslation } from 'react-i18next';
import { SavedViews } from '../../data/list/SavedViews.tsx';
import { FORMULAS } from '@ringside/core/reports/formulas.ts';
import { FilterBar } from '../../ui/report/FilterBar.tsx';
import { FilterSelect } from '../../ui/report/FilterSelect.tsx';
import { HoursFilter } from '../../ui/report/HoursFilter.tsx';
import { QueueFilters } from '../../ui/report/QueueFilters.tsx';
import type { Days } from '../../ui/report/report-days.ts';
import { ReportPeriod } from '../../ui/report/ReportPeriod.tsx';
import type { ChangeAddress } from '../../ui/report/use-address.ts';
import type { QueueReportSearch } from './queue-report-search.ts';

/** Search fields of a saved view. */
const FIELDS = ['from', 'to', 'queue', 'customer', 'callcenter', 'group', 'formula', 'metric', 'hours'] as const;

interface Props {
  readonly search: QueueReportSearch;
  readonly days: Days;
  /** Today in the user's time zone. */
  readonly today: string;
  readonly choices: QueueReport['choices'];
  readonly onChange: ChangeAddress<QueueReportSearch>;
}

export function QueueReportFilters({ search, days, today, choices, onChange }: Props) {
  const { t } = useTranslation(['queue-report', 'report']);
  return (
    <FilterBar>
      <ReportPeriod days={days} today={today} onChange={(period) => onChange({ ...period })} />
      <QueueFilters {...search} choices={choices} onChange={onChange} />
      <HoursFilter value={search.hours} onChange={onChange} />
      <FilterSelect
        label={t('formula')}
        placeholder={t('ownFormula')}
        width={210}
        data={SERVICE_LEVEL_FORMULAS.map((n) => ({ value: String(n), label: `${n} · ${FORMULAS[n]}` }))}
        value={search.formula === undefined ? undefined : String(search.formula)}
        onChange={(value) => onChange({ formula: value })}
      />
      <FilterSelect
        label={t('report:groupBy')}
        width={160}
        required
        data={REPORT_GROUPS.map((group) => ({ value: group, label: t(`by.${group}`) }))}
        value={search.group ?? 'queue'}
        onChange={(value) => onChange({ group: value })}
      />
      <SavedViews report="queues" search={search} fields={FIELDS} onChange={onChange} />
    </FilterBar>
  );
}
