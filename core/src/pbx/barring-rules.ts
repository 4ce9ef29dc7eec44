// What lines are barred from, as dial rules: what is denied is denied, whatever else is allowed.
import type { Dialling } from '../base/dialling.ts';
import type { Barring } from '../base/call-flow.ts';
import { DIGITS, mustFit } from './dialplan-lines.ts';
import type { WantedSubscriber } from './wanted.ts';
import type { WantedDialRule } from './wanted-flow.ts';

const EVERY = [...'0123456789'];

/** Every number that does not begin with the code: `0`–`3`, `5`–`9`, `40`–`43` … of 44. */
const allBut = (code: string): readonly string[] =>
  [...code].flatMap((own, i) => EVERY.filter((digit) => digit !== own).map((digit) => `${code.slice(0, i)}${digit}`));

const denied = (barring: Barring, dialling: Dialling | null): readonly string[] => {
  if (barring === 'outgoing' || barring === 'all') return EVERY;
  if (barring !== 'foreign') return [];
  // Of no country everything is abroad.
  if (dialling === null) return EVERY;
  mustFit(DIGITS.test(dialling.callingCode), 'country');
  return allBut(dialling.callingCode);
};

/** @throws ValueRefused */
export const barringRules = (
  phones: readonly Pick<WantedSubscriber, 'extension' | 'barring'>[],
  dialling: Dialling | null,
): readonly WantedDialRule[] =>
  (['foreign', 'outgoing', 'all'] as const).flatMap((barring) => {
    const extensions = phones.flatMap((phone) => (phone.barring === barring ? [phone.extension] : [])).toSorted();
    return extensions.length === 0 ? [] : [{ effect: 'deny', prefixes: denied(barring, dialling), extensions }];
  });
