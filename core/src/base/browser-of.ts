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

/** Returns browser and system of a user agent, such as `Firefox, Linux`. Empty when unknown. */
export const browserOf = (userAgent: string): string =>
  [BROWSERS, SYSTEMS].flatMap((known) => known.find(([mark]) => userAgent.includes(mark))?.[1] ?? []).join(', ');
