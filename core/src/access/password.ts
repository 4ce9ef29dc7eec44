// Rejects guessable passwords; the schema checks the length. No composition rules (ASVS 6.2.5): a long lowercase phrase is good,
// `Password1234!` is not.

// The most common words of leaked lists. A password that consists mostly of these is not secret.
const LISTED = `
  password passw0rd passwort contrasena contraseña motdepasse sisma סיסמה qwerty azerty qwertz qwertyuiop
  asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc welcome letmein iloveyou teamo jetaime admin
  administrator administrador administrateur root login secret changeme default master monkey dragon
  football futbol baseball basketball sunshine princess princesa superman batman shadow michael jennifer
  jordan charlie hunter trustno starwars whatever computer internet samsung google facebook liverpool
  chelsea arsenal barcelona realmadrid pokemon naruto freedom flower summer winter spring autumn verano
  invierno soleil bonjour hello hola shalom israel test testing guest user demo temp temporary company
  office access server asterisk telephone telefono callcenter callcentre supervisor agent operator voip
  pbx freepbx issabel elastix january february march april june july august september october november
  december monday friday abcdef abcdefgh abcd ringside mustang ashley bailey thunder ginger killer pepper
  matrix cheese cookie chocolate loveme lovely family forever friends blessed jesus angel
`;

const COMMON_WORDS: readonly string[] = LISTED.trim().split(/\s+/);

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

/** Required length after removing known words, sequences and repetitions. */
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

/** Returns the shortest piece whose repetition makes the text, or the text itself. */
const period = (text: string): string => {
  for (let size = 1; size <= text.length / 2; size += 1) {
    const piece = text.slice(0, size);
    if (piece.repeat(Math.ceil(text.length / size)).slice(0, text.length) === text) return piece;
  }
  return text;
};

/** Removes runs of four or more characters of a known sequence. */
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

/** Digits and punctuation around a word add little: a year, a `1!`. */
const isWeakRest = (rest: string): boolean => {
  const letters = rest.replace(/[^\p{L}]/gu, '');
  const secret = withoutSequences(strip(rest));
  return secret.length < SECRET_LENGTH || distinct(secret) < 4 || (letters.length < 3 && secret.length < 9);
};

const SHORTEST_LISTED = 8;

/** Detects a leaked password with a short addition: `letmein123456789!`. */
const isListed = (form: string, listed: ReadonlySet<string>): boolean => {
  for (let from = 0; from + SHORTEST_LISTED <= form.length; from += 1) {
    for (let to = form.length; to - from >= SHORTEST_LISTED; to -= 1) {
      if (!listed.has(form.slice(from, to))) continue;
      if (isWeakRest(without(form.slice(0, from) + form.slice(to), COMMON_WORDS))) return true;
      break;
    }
  }
  return false;
};

/**
 * `listed`: leaked passwords with eight or more characters, in lowercase. `context`: the user's names, e-mail and organization. Parts below
 * four characters are ignored, because too many words contain them. Returns `null` for an acceptable password.
 */
export const passwordWeakness = (
  password: string,
  context: readonly string[],
  listed: ReadonlySet<string> = new Set(),
): 'common-password' | 'context-password' | null => {
  const text = plain(password);
  const core = strip(text);
  if (distinct(text) < 5 || period(core).length < SECRET_LENGTH) return 'common-password';
  const forms = [core, strip(unleet(text))];
  if (forms.some((form) => isWeakRest(without(form, COMMON_WORDS)) && without(form, COMMON_WORDS) !== form)) {
    return 'common-password';
  }
  if (withoutSequences(core).length < SECRET_LENGTH) return 'common-password';
  if ([text, ...forms].some((form) => isListed(form, listed))) return 'common-password';
  const own = context
    .flatMap((part) => [plain(part), ...plain(part).split(/[^\p{L}\p{N}]+/u)])
    .map(strip)
    .filter((part) => part.length >= 4);
  if (forms.some((form) => without(form, own) !== form && isWeakRest(without(without(form, own), COMMON_WORDS)))) {
    return 'context-password';
  }
  return null;
};
