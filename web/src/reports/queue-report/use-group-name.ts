import type { QueueReportRow } from '@ringside/core/contract/reports/queue-report.ts';
import type { ReportGroup } from '@ringside/core/reports/queue-report.ts';
import { useTranslation } from 'react-i18next';
import { useWords } from './use-words.ts';

/** Returns a function that formats the name of a report row. */
export const useGroupName = (group: ReportGroup): ((row: Pick<QueueReportRow, 'label' | 'key'>) => string) => {
  const { t } = useTranslation('queue-report');
  const { keyName } = useWords();
  return (row) => {
    if (row.label !== '') return row.label;
    return group === 'callcenter' || group === 'customer' ? t('nobodys') : keyName(group, row.key);
  };
};
