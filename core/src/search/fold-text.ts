/** Letters that carry no mark to take off, and stand for others all the same. Final letters of Hebrew equal the plain ones. */
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

/** As it is compared: no case, no accents, no vowel points, no punctuation; words stand one space apart. */
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
