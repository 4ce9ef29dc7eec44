// Calculates which numbers a plan rejects at a time, as the shortest list of prefixes. The longest prefix of a number decides.
import type { RatedDeck } from './rate-call.ts';

export interface RefusalTable {
  /** For numbers without a matching prefix. */
  readonly any: 'allow' | 'refuse';
  readonly prefixes: readonly (readonly [prefix: string, verdict: 'allow' | 'refuse'])[];
}

/** Maximum number of digits in ITU-T E.164. */
const LONGEST = 15;

/**
 * `refusesUnrated`: numbers without a rate are rejected. `at`: epoch ms, because rates have start, end and hours. Returns `null` when
 * nothing is rejected.
 */
export const refusalTable = (deck: RatedDeck, refusesUnrated: boolean, at: number): RefusalTable | null => {
  const any = refusesUnrated ? 'refuse' : 'allow';
  const verdictOf = (prefix: string): 'allow' | 'refuse' => {
    const rate = deck.rates[deck.finder.find(prefix, at)];
    return rate === undefined ? any : rate.blocked ? 'refuse' : 'allow';
  };
  const prefixes: [string, 'allow' | 'refuse'][] = [];
  /** Prefixes of the current prefix that changed the verdict, the longest last. */
  const open: [string, 'allow' | 'refuse'][] = [];
  for (const prefix of [...new Set(deck.rates.map((rate) => rate.prefix))].toSorted()) {
    if (prefix.length > LONGEST) continue;
    while (open.length > 0 && !prefix.startsWith(open.at(-1)![0])) open.pop();
    const verdict = verdictOf(prefix);
    if (verdict === (open.at(-1)?.[1] ?? any)) continue;
    open.push([prefix, verdict]);
    prefixes.push([prefix, verdict]);
  }
  return any === 'allow' && prefixes.length === 0 ? null : { any, prefixes };
};
