// Groups rows of a PBX server by customer.

export const byCustomer = <Row extends { readonly customerId: string }, T>(
  rows: readonly Row[],
  make: (row: Row) => T,
): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.customerId);
    if (group === undefined) groups.set(row.customerId, [make(row)]);
    else group.push(make(row));
  }
  return groups;
};
