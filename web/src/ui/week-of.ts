import type { DatesProviderSettings } from '@mantine/dates';

/** How calendars write a week: where Hebrew is spoken it begins on Sunday, and its end is Friday and Saturday. */
export const weekOf = (language: string): DatesProviderSettings => ({
  locale: language,
  ...(language === 'he' ? { firstDayOfWeek: 0, weekendDays: [5, 6] } : { firstDayOfWeek: 1, weekendDays: [0, 6] }),
});
