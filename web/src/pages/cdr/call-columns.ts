// Columns of the list of calls, in their order.
export const CALL_LIST_COLUMNS = [
  ...(['startAt', 'source', 'destination', 'extension', 'queue', 'status', 'wait', 'talk', 'duration'] as const),
  ...(['recording', 'uniqueid', 'server', 'customer'] as const),
] as const;
export type CallListColumn = (typeof CALL_LIST_COLUMNS)[number];

const ON_DEMAND: ReadonlySet<CallListColumn> = new Set(['wait', 'uniqueid', 'server', 'customer']);

/** Those that this person may have: who sees one customer alone needs no column of it. */
export const possibleColumns = (seesCustomers: boolean): readonly CallListColumn[] =>
  CALL_LIST_COLUMNS.filter((column) => seesCustomers || column !== 'customer');

/** Those that were chosen, or the list's own. A choice of columns that are no more is none. */
export const shownColumns = (
  possible: readonly CallListColumn[],
  chosen: readonly string[] | null,
): readonly CallListColumn[] => {
  const kept = chosen === null ? [] : possible.filter((column) => chosen.includes(column));
  return kept.length > 0 ? kept : possible.filter((column) => !ON_DEMAND.has(column));
};
