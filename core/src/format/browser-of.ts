const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['Mac OS', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** `Firefox, Linux` of a user agent: enough to recognise one's own computer. Empty when neither is known. */
export const browserOf = (userAgent: string): string =>
  [BROWSERS, SYSTEMS].flatMap((known) => known.find(([mark]) => userAgent.includes(mark))?.[1] ?? []).join(', ');
