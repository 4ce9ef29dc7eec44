import type { AgentReportRow } from '@ringside/core/contract/reports/agent-report.ts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Group } from './agent-report-search.ts';

/** Formats a day in the chosen language. */
export const dayName = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    Date.parse(`${day}T12:00:00Z`),
  );

/** Returns a function that formats the heading of a row. */
export const useRowName = () => {
  const { t, i18n } = useTranslation('agent-report');
  return useCallback(
    (group: Group, row: Pick<AgentReportRow, 'key' | 'label'>): string => {
      if (group === 'day') return dayName(row.key, i18n.language);
      return row.label === '' ? t('nobodys') : row.label;
    },
    [t, i18n.language],
  );
};
