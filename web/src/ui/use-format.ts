import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeLocale } from '../locales/time-locale.ts';

export interface Format {
  readonly number: (n: number) => string;
  /** Takes thousandths of a percent (81 130 is 81 %), as in the API. Null becomes a dash. */
  readonly percent: (thousandths: number | null) => string;
  /** Takes ISO 8601 text or epoch ms. */
  readonly dateTime: (at: string | number) => string;
  readonly date: (at: string | number) => string;
  readonly time: (at: string | number) => string;
  /** Formats whole seconds in the past, such as "3 minutes ago". */
  readonly ago: (seconds: number) => string;
  readonly list: (items: readonly string[]) => string;
}

const make = (language: string, timeLocale: string, timeZone: string | undefined): Format => {
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const dateTime = new Intl.DateTimeFormat(timeLocale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone });
  const time = new Intl.DateTimeFormat(timeLocale, { timeStyle: 'medium', timeZone });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  return {
    number: (n) => number.format(n),
    percent: (thousandths) => (thousandths === null ? '–' : percent.format(Math.round(thousandths / 1000) / 100)),
    dateTime: (at) => dateTime.format(new Date(at)),
    date: (at) => date.format(new Date(at)),
    time: (at) => time.format(new Date(at)),
    ago: (seconds) => {
      if (seconds < 60) return relative.format(-Math.round(seconds), 'second');
      if (seconds < 3600) return relative.format(-Math.round(seconds / 60), 'minute');
      if (seconds < 86400) return relative.format(-Math.round(seconds / 3600), 'hour');
      return relative.format(-Math.round(seconds / 86400), 'day');
    },
    list: (items) => list.format(items),
  };
};

/** Returns formatters for numbers, dates and times in the chosen language, with the user's clock. `timeZone` defaults to the user's time zone. */
export const useFormat = (timeZone?: string): Format => {
  const { i18n } = useTranslation();
  const timeLocale = useTimeLocale();
  return useMemo(() => make(i18n.language, timeLocale, timeZone), [i18n.language, timeLocale, timeZone]);
};
