// The user's choice between a 12-hour and a 24-hour clock.
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

/** `auto`: the clock that the language uses. */
export const HOUR_CYCLES = ['auto', 'h12', 'h23'] as const;
type HourCycle = (typeof HOUR_CYCLES)[number];

let chosen: HourCycle = 'auto';
const listeners = new Set<() => void>();

export const setHourCycle = (hourCycle: HourCycle): void => {
  if (hourCycle === chosen) return;
  chosen = hourCycle;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Returns the locale for formatting times: a language with the clock, such as `en-u-hc-h23`. */
export const timeLocaleOf = (language: string, hourCycle: HourCycle): string =>
  hourCycle === 'auto' ? language : `${language}-u-hc-${hourCycle}`;

/** Returns the locale for formatting times in the chosen language, with the user's clock. */
export const useTimeLocale = (): string => {
  const { i18n } = useTranslation();
  return timeLocaleOf(
    i18n.language,
    useSyncExternalStore(subscribe, () => chosen),
  );
};
