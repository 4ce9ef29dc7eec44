import { LANGUAGE_NAMES, LANGUAGES } from '../locales/language.ts';
import { COUNTRIES } from './countries.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

const sorted = (language: string, choices: Choice[]): readonly Choice[] => {
  const { compare } = new Intl.Collator(language);
  return choices.sort((a, b) => compare(a.label, b.label));
};

/** Every time zone that this browser knows, UTC first. */
export const timezoneChoices = (): readonly Choice[] => {
  const zones = Intl.supportedValuesOf('timeZone').filter((z) => z !== 'UTC');
  return ['UTC', ...zones].map((z) => ({ value: z, label: z.replaceAll('_', ' ') }));
};

export const countryChoices = (language: string): readonly Choice[] => {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return sorted(
    language,
    COUNTRIES.map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` })),
  );
};

export const currencyChoices = (language: string): readonly Choice[] => {
  const names = new Intl.DisplayNames([language], { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((value) => ({
    value,
    label: `${value} · ${names.of(value) ?? value}`,
  }));
};

/** Each in its own words: whoever looks for his own reads no other. */
export const languageChoices = (): readonly Choice[] =>
  LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));
