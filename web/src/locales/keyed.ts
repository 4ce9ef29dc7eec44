/** Returns a translator for keys that are built at run time. Tests check that these keys exist. */
export const keyed = (
  t: (...given: never[]) => unknown,
): ((key: string | readonly string[], values?: Readonly<Record<string, unknown>>) => string) =>
  t as (key: string | readonly string[], values?: Readonly<Record<string, unknown>>) => string;
