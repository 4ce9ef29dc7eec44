import { formatDecimal } from '@ringside/core/base/format-decimal.ts';
import { MASKED } from '@ringside/core/access/masks.ts';
import { directionOf } from '@ringside/core/base/direction-of.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Returns a function that formats an exact decimal text as money. It shows every digit and uses no floats. */
export const useMoney = (currency: string): ((amount: string) => string) => {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = new Intl.NumberFormat(i18n.language, {
      style: 'currency',
      currency,
      minimumFractionDigits: 2,
      maximumFractionDigits: 6,
    });
    // In right-to-left text, the format's own direction marks would move the space to the wrong side.
    const keep =
      directionOf(i18n.language) === 'rtl' ? (text: string) => `\u2067${text}\u2069` : (text: string) => text;
    // A masked value is not an amount.
    return (amount) => (amount === MASKED ? MASKED : keep(formatDecimal(format, amount)));
  }, [i18n.language, currency]);
};
