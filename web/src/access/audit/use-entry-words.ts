import { formatDecimal } from '@ringside/core/base/format-decimal.ts';
import { keyed } from '../../locales/keyed.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage, LANGUAGE_NAMES } from '../../locales/language.ts';
import { NAMESPACES } from '../../locales/namespaces.ts';
import { useDayNames } from '../../ui/use-day-names.ts';
import { type Format, useFormat } from '../../ui/use-format.ts';
import {
  CHOICE_NAMESPACES,
  choiceKeys,
  isCode,
  isDay,
  isInstant,
  isMoney,
  labelKeys,
  placeOf,
  type Place,
} from './field-places.ts';

export interface EntryWords {
  /** Returns the label of a field as in the forms, or the field name if there is none. */
  readonly label: (field: string) => string;
  /** Formats one value of a field. */
  readonly value: (field: string, value: string | number | boolean) => string;
}

const placeName = (place: Place, language: string, value: string): string => {
  if (place === 'timezone') return value.replaceAll('_', ' ');
  if (place === 'language') return isLanguage(value) ? LANGUAGE_NAMES[value] : value;
  const pattern = place === 'country' ? /^[A-Z]{2}$/ : /^[A-Z]{3}$/;
  if (!pattern.test(value)) return value;
  const names = new Intl.DisplayNames([language], { type: place === 'country' ? 'region' : 'currency' });
  return names.of(value) ?? value;
};

/** Formats an amount exactly, without floats. */
const moneyText = (language: string, amount: string, currency: string | undefined): string =>
  formatDecimal(
    new Intl.NumberFormat(language, {
      ...(currency === undefined ? {} : { style: 'currency', currency }),
      minimumFractionDigits: 2,
      maximumFractionDigits: 6,
    }),
    amount,
  );

const written = (language: string, format: Format, field: string, value: string, currency: string | undefined) => {
  if (isMoney(field, value)) return moneyText(language, value, currency);
  if (isInstant(value)) return format.dateTime(value);
  // A date is the same in every time zone.
  if (isDay(value))
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(value));
  const place = placeOf(field);
  return place === undefined ? value : placeName(place, language, value);
};

/**
 * Returns texts for the fields and values of an audit entry. `currency`: currency of its amounts, if known. Loads the texts of the
 * resource's forms, so the caller needs a `Suspense` around it.
 */
export const useEntryWords = (resource: string, currency: string | undefined): EntryWords => {
  const own = NAMESPACES.filter((n) => n === resource);
  const { t: typed, i18n } = useTranslation(['audit', 'common', ...own, ...CHOICE_NAMESPACES]);
  const format = useFormat();
  const dayNames = useDayNames();
  return useMemo(() => {
    const t = keyed(typed);
    const first = (keys: readonly string[]): string | undefined => {
      const key = keys.find((k) => typeof i18n.getResource(i18n.language, ...split(k)) === 'string');
      return key === undefined ? undefined : t(key);
    };
    const day = (value: string | number): string | undefined =>
      // ISO weekdays: Monday is 1, Sunday is 7.
      dayNames.find((d, i) => d.day === value || (i || 7) === value)?.name;
    return {
      label: (field) => first(labelKeys(resource, field)) ?? (isLanguage(field) ? LANGUAGE_NAMES[field] : field),
      value: (field, value) => {
        if (typeof value === 'boolean') return t(value ? 'common:list.yes' : 'common:list.no');
        if (value === '***') return t('audit:secret');
        if (field === 'days') return day(value) ?? String(value);
        const choice = first(choiceKeys(resource, field, String(value)));
        if (choice !== undefined) return choice;
        if (typeof value === 'number') return isCode(field) ? String(value) : format.number(value);
        return written(i18n.language, format, field, value, currency);
      },
    };
  }, [typed, i18n, resource, currency, format, dayNames]);
};

const split = (key: string): [namespace: string, path: string] => {
  const at = key.indexOf(':');
  return [key.slice(0, at), key.slice(at + 1)];
};
