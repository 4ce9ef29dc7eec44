import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './language.ts';
import { HOUR_CYCLES, timeLocaleOf } from './time-locale.ts';

const AT = Date.UTC(2026, 0, 5, 0, 5);
const shown = (locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(AT).replace(/\s/gu, ' ');

describe('timeLocaleOf', () => {
  it.each(LANGUAGES)('gives each clock in %s', (language) => {
    const [auto, twelve, twentyFour] = HOUR_CYCLES.map((hourCycle) => shown(timeLocaleOf(language, hourCycle)));
    expect(twentyFour).toMatch(/^0?0:05$/);
    expect(twelve).toMatch(/12:05/);
    expect(auto).toBe(shown(language));
  });
});
