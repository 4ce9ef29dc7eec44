import type { HoursSide } from '@ringside/core/reports/business-hours.ts';
import { useTranslation } from 'react-i18next';
import { FilterSelect } from './FilterSelect.tsx';

interface Props {
  readonly value: HoursSide | undefined;
  readonly onChange: (change: { readonly hours: string | undefined }) => void;
}

/** Filter for calls inside or outside the business hours of the call centers. */
export function HoursFilter({ value, onChange }: Props) {
  const { t } = useTranslation('report');
  return (
    <FilterSelect
      label={t('hours.label')}
      placeholder={t('hours.all')}
      width={190}
      data={(['inside', 'outside'] as const).map((side) => ({ value: side, label: t(`hours.${side}`) }))}
      value={value}
      onChange={(hours) => onChange({ hours })}
    />
  );
}
