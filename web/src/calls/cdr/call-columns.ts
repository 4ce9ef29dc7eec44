// Columns of the call list, in order.
const CALL_LIST_COLUMNS = [
  ...(['startAt', 'source', 'destination', 'extension', 'queue', 'status', 'wait', 'talk', 'duration'] as const),
  ...(['recording', 'uniqueid', 'server', 'customer'] as const),
] as const;
export type CallListColumn = (typeof CALL_LIST_COLUMNS)[number];

const ON_DEMAND: ReadonlySet<CallListColumn> = new Set(['wait', 'uniqueid', 'server', 'customer']);

/** Returns the columns available to the user. The customer column is only for users who see several customers. */
export const possibleColumns = (seesCustomers: boolean): readonly CallListColumn[] =>
  CALL_LIST_COLUMNS.filter((column) => seesCustomers || column !== 'customer');

/** Returns the chosen columns, or the default ones. Uses the default ones if none of the chosen columns exists. */
export const shownColumns = (
  possible: readonly CallListColumn[],
  chosen: readonly string[] | null,
): readonly CallListColumn[] => {
  const kept = chosen === null ? [] : possible.filter((column) => chosen.includes(column));
  return kept.length > 0 ? kept : possible.filter((column) => !ON_DEMAND.has(column));
};
