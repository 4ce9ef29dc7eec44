// Converts the barring of lines to dial rules. A denied number stays denied, whatever else is allowed.
import type { Dialling } from '../../base/dialling.ts';
import type { Barring } from '../../routing/call-flow.ts';
import { DIGITS, mustFit } from './dialplan-lines.ts';
import type { WantedSubscriber } from '../wanted.ts';
import type { WantedDialRule } from '../wanted-flow.ts';

const EVERY = [...'0123456789'];

/** Returns the prefixes of all numbers that do not begin with the code. For 44: `0`–`3`, `5`–`9`, `40`–`43` … */
const allBut = (code: string): readonly string[] =>
  [...code].flatMap((own, i) => EVERY.filter((digit) => digit !== own).map((digit) => `${code.slice(0, i)}${digit}`));

const denied = (barring: Barring, dialling: Dialling | null): readonly string[] => {
  if (barring === 'outgoing' || barring === 'all') return EVERY;
  if (barring !== 'foreign') return [];
  // Without a country, every number is foreign.
  if (dialling === null) return EVERY;
  mustFit(DIGITS.test(dialling.callingCode), 'country');
  return allBut(dialling.callingCode);
};

/**
 * Returns the dial rules.
 * @throws ValueRefused
 */
export const barringRules = (
  phones: readonly Pick<WantedSubscriber, 'extension' | 'barring'>[],
  dialling: Dialling | null,
): readonly WantedDialRule[] =>
  (['foreign', 'outgoing', 'all'] as const).flatMap((barring) => {
    const extensions = phones.flatMap((phone) => (phone.barring === barring ? [phone.extension] : [])).toSorted();
    return extensions.length === 0 ? [] : [{ effect: 'deny', prefixes: denied(barring, dialling), extensions }];
  });
