/** Adds a name to ambiguous labels: two customers, or two PBX servers, may both have a queue Sales. */
export const distinctLabels = <Row extends { readonly label: string }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string | undefined,
): Row[] => {
  const sharers = Map.groupBy(rows, ({ label }) => label);
  return rows.map((row) => {
    const names = new Set((sharers.get(row.label) ?? []).map((one) => nameOf(one) ?? ''));
    const name = nameOf(row);
    return names.size < 2 || !name ? row : { ...row, label: `${row.label} · ${name}` };
  });
};
