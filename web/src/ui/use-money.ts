import { MASKED } from '@ringside/core/base/masked.ts';
import { directionOf } from '@ringside/core/format/direction-of.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Words an exact decimal text as money of the currency; every digit of it is shown, none goes through a float. */
export const useMoney = (currency: string): ((amount: string) => string) => {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = new Intl.NumberFormat(i18n.language, {
      style: 'currency',
      currency,
      minimumFractionDigits: 2,
      maximumFractionDigits: 6,
    });
    // Written for lines that run to the left; where a column runs to the right its marks would push the space aside.
    const keep =
      directionOf(i18n.language) === 'rtl' ? (text: string) => `\u2067${text}\u2069` : (text: string) => text;
    // What is withheld is no amount.
    return (amount) => (amount === MASKED ? MASKED : keep(format.format(amount as `${number}`)));
  }, [i18n.language, currency]);
};
