/** Tells whether a value is an entry of a list of constants, and narrows its type. */
export const isAmong = <T>(list: readonly T[], value: unknown): value is T => list.some((entry) => entry === value);
