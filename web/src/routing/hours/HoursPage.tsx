import { hours, type Interval } from '@ringside/core/contract/routing/hours.ts';
import { CalendarClock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSeesCustomers } from '../../data/api/use-sees-customers.ts';
import type { Filter } from '../../data/list/list-filters.ts';
import { ResourcePage } from '../../data/list/ResourcePage.tsx';
import links from '../../ui/links.module.css';
import { Num } from '../../ui/Num.tsx';
import { HolidaysInput } from './HolidaysInput.tsx';
import { useDayNames } from '../../ui/use-day-names.ts';
import { WeekInput } from './WeekInput.tsx';
import type texts from '../../locales/en/hours.json';

declare module 'i18next' {
  interface NounTexts {
    hours: typeof texts;
  }
}

const CUSTOMER: Filter = { field: 'customerId', kind: 'ref', resource: 'customers' };

export function HoursPage() {
  const { t } = useTranslation('hours');
  const staff = useSeesCustomers();
  const columns = ['name', 'override', 'intervals', 'timezone', 'numberCount', 'customerName'];
  return (
    <ResourcePage
      resource={hours}
      icon={CalendarClock}
      columns={staff ? columns : columns.filter((c) => c !== 'customerName')}
      filters={staff ? [CUSTOMER] : []}
      consequence={t('removeHint')}
      hidden={staff ? [] : ['customerId']}
      cells={{
        name: (row) => (
          <strong className={links['strong']}>
            <bdi>{row.name}</bdi>
          </strong>
        ),
        intervals: (row) => <Week intervals={row.intervals} />,
      }}
      inputs={() => ({
        intervals: (input) => <WeekInput {...input} />,
        holidays: (input) => <HolidaysInput {...input} />,
      })}
    />
  );
}

function Week({ intervals }: { readonly intervals: readonly Interval[] }) {
  const { t } = useTranslation('hours');
  const names = useDayNames();
  if (intervals.length === 0) return <>{t('week.never')}</>;
  return intervals.map(({ days, from, until }, i) => (
    <div key={i}>
      {names
        .filter(({ day }) => days.includes(day))
        .map(({ name }) => name)
        .join(' ')}{' '}
      <Num>{`${from}–${until}`}</Num>
    </div>
  ));
}
