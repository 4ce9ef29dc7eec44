/** Returns the number of wrong, missing, extra or swapped letters, or `null` above `limit`. Compares only the beginning of `text`. */
export const typingErrors = (typed: string, text: string, limit: number): number | null => {
  const width = Math.min(text.length, typed.length + limit);
  let before: number[] = [];
  let above = Array.from({ length: width + 1 }, (_, i) => i);
  for (let i = 1; i <= typed.length; i++) {
    const row = [i];
    for (let j = 1; j <= width; j++) {
      const same = typed[i - 1] === text[j - 1];
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && typed[i - 1] === text[j - 2] && typed[i - 2] === text[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    if (Math.min(...row) > limit) return null;
    before = above;
    above = row;
  }
  const errors = Math.min(...above);
  return errors <= limit ? errors : null;
};

/** Letters without a removable accent that equal other letters. Hebrew final letters equal the regular ones. */
const EQUALS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
};

/** Normalizes text for comparison: no case, accents, vowel points or punctuation, and single spaces between words. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđıךםןףץ]/gu, (letter) => EQUALS[letter] ?? letter)
    // "d'Or", צה"ל and co-op are one word each.
    .replace(/(?<=\p{L})['’׳״"-](?=\p{L})/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A candidate with its searchable texts. The first one is its name and has the highest weight. */
export interface Candidate<T> {
  readonly item: T;
  readonly texts: readonly string[];
}

const EXACT = 0;
const PREFIX = 10;
const WORD_PREFIX = 20;
const SUBSTRING = 30;
const ALL_WORDS = 40;
const TYPING_ERRORS = 50;
/** Added when the match is in another text than the name. */
const NOT_THE_NAME = 5;
const FEWEST_DIGITS = 3;

interface Sought {
  readonly text: string;
  readonly words: readonly string[];
  /** For a query that is only a number: its digits without leading zeros, so that +972 3… matches 00972 3…. */
  readonly digits: string | null;
}

const bareDigits = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '');

const soughtOf = (query: string): Sought => {
  const text = foldText(query);
  const digits = /\p{L}/u.test(text) ? '' : bareDigits(text);
  return { text, words: text.split(' '), digits: digits.length >= FEWEST_DIGITS ? digits : null };
};

const allowed = (word: string): number => (word.length < 4 || /\d/.test(word) ? 0 : word.length < 8 ? 1 : 2);

const fewestErrors = (typed: string, words: readonly string[]): number | null => {
  const limit = allowed(typed);
  let fewest: number | null = null;
  for (const word of words) {
    const errors = word.startsWith(typed) ? 0 : limit === 0 ? null : typingErrors(typed, word, limit);
    if (errors !== null && (fewest === null || errors < fewest)) fewest = errors;
  }
  return fewest;
};

/** Returns how well one text matches, 0 is best, or `null`. */
const rankText = (sought: Sought, raw: string): number | null => {
  const text = foldText(raw);
  if (text === '') return null;
  if (text === sought.text) return EXACT;
  if (text.startsWith(sought.text)) return PREFIX;
  if (` ${text}`.includes(` ${sought.text}`)) return WORD_PREFIX;
  if (text.includes(sought.text)) return SUBSTRING;
  if (sought.digits === null) return null;
  const digits = bareDigits(raw);
  if (digits === sought.digits) return EXACT;
  if (digits.startsWith(sought.digits)) return PREFIX;
  return digits.includes(sought.digits) ? SUBSTRING : null;
};

/** Every word of the query must begin a word of some text, with a few typing errors allowed. */
const rankWords = (sought: Sought, texts: readonly string[]): number | null => {
  const words = texts.flatMap((text) => foldText(text).split(' '));
  let errors = 0;
  for (const typed of sought.words) {
    const fewest = fewestErrors(typed, words);
    if (fewest === null) return null;
    errors += fewest;
  }
  return errors === 0 ? ALL_WORDS : TYPING_ERRORS + errors;
};

const rankOf = (sought: Sought, texts: readonly string[]): number | null => {
  let best: number | null = null;
  for (const [i, text] of texts.entries()) {
    const rank = rankText(sought, text);
    if (rank === null) continue;
    const here = rank + (i === 0 ? 0 : NOT_THE_NAME);
    if (best === null || here < best) best = here;
  }
  if (best !== null) return best;
  const named = rankWords(sought, texts.slice(0, 1));
  if (named !== null) return named;
  const anywhere = rankWords(sought, texts);
  return anywhere === null ? null : anywhere + NOT_THE_NAME;
};

/** Returns the matching candidates, best first: exact, prefix, word prefix, substring, then with typing errors. */
export const rank = <T>(query: string, candidates: Iterable<Candidate<T>>, most: number): readonly T[] => {
  const sought = soughtOf(query);
  if (sought.text === '') return [];
  const found: { readonly item: T; readonly rank: number; readonly name: string }[] = [];
  for (const { item, texts } of candidates) {
    const fit = rankOf(sought, texts);
    if (fit !== null) found.push({ item, rank: fit, name: texts[0] ?? '' });
  }
  return found
    .toSorted((a, b) => a.rank - b.rank || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ item }) => item);
};
