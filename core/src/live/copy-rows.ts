/** Copies the rows that pass the test, in order. */
export const copyRows = <R>(
  from: ReadonlyMap<string, R>,
  to: Map<string, R>,
  test: (row: R) => boolean,
  as: (row: R) => R = (row) => row,
): void => {
  for (const [key, row] of from) if (test(row)) to.set(key, as(row));
};
