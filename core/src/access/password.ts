// Judges a new password: length is the schema's, this finds the guessable ones. No composition rules (ASVS 6.2.5): a long
// phrase of small letters is good, `Password1234!` is not.
import { COMMON_WORDS } from './common-words.ts';

const SEQUENCES = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
  'qwertyuiopasdfghjklzxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'q1w2e3r4t5y6u7i8o9p0',
  '1q2w3e4r5t6y7u8i9o0p',
] as const;

/** What must be left once known words, sequences and repetitions are taken out. */
const SECRET_LENGTH = 6;

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();
const unleet = (text: string): string => [...text].map((c) => LEET[c] ?? c).join('');

/** The shortest piece that, repeated, makes the text; the text itself when none does. */
const period = (text: string): string => {
  for (let size = 1; size <= text.length / 2; size += 1) {
    const piece = text.slice(0, size);
    if (piece.repeat(Math.ceil(text.length / size)).slice(0, text.length) === text) return piece;
  }
  return text;
};

/** Takes out every run of four or more that lies in a known sequence. */
const withoutSequences = (text: string): string => {
  let rest = text;
  for (const sequence of SEQUENCES) {
    for (let size = Math.min(rest.length, sequence.length); size >= 4; size -= 1) {
      for (let from = 0; from + size <= sequence.length; from += 1) {
        rest = rest.replaceAll(sequence.slice(from, from + size), '');
      }
    }
  }
  return rest;
};

const without = (text: string, words: readonly string[]): string =>
  words.toSorted((a, b) => b.length - a.length).reduce((rest, word) => rest.replaceAll(word, ''), text);

const distinct = (text: string): number => new Set(text).size;

const strip = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/** Digits and marks around a word add little: a year, a `1!`. */
const isWeakRest = (rest: string): boolean => {
  const letters = rest.replace(/[^\p{L}]/gu, '');
  const secret = withoutSequences(strip(rest));
  return secret.length < SECRET_LENGTH || distinct(secret) < 4 || (letters.length < 3 && secret.length < 9);
};

/**
 * `context`: the user's names, e-mail, organisation. Parts under four characters are ignored: too many words hold them.
 * null: nothing against it.
 */
export const judgePassword = (
  password: string,
  context: readonly string[],
): 'common-password' | 'context-password' | null => {
  const text = plain(password);
  const core = strip(text);
  if (distinct(text) < 5 || period(core).length < SECRET_LENGTH) return 'common-password';
  const forms = [core, strip(unleet(text))];
  if (forms.some((form) => isWeakRest(without(form, COMMON_WORDS)) && without(form, COMMON_WORDS) !== form)) {
    return 'common-password';
  }
  if (withoutSequences(core).length < SECRET_LENGTH) return 'common-password';
  const own = context
    .flatMap((part) => [plain(part), ...plain(part).split(/[^\p{L}\p{N}]+/u)])
    .map(strip)
    .filter((part) => part.length >= 4);
  if (forms.some((form) => without(form, own) !== form && isWeakRest(without(without(form, own), COMMON_WORDS)))) {
    return 'context-password';
  }
  return null;
};
