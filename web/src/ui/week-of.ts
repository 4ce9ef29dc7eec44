import type { DatesProviderSettings } from '@mantine/dates';

/** Returns the calendar settings of a language. In Hebrew the week starts on Sunday and the weekend is Friday and Saturday. */
export const weekOf = (language: string): DatesProviderSettings => ({
  locale: language,
  ...(language === 'he' ? { firstDayOfWeek: 0, weekendDays: [5, 6] } : { firstDayOfWeek: 1, weekendDays: [0, 6] }),
});
