// Encodes a drill-down as one search parameter, so that links can include it.

/** Query of the calls behind a figure of the queue report, or of the rows behind one of the agent report. */
export type DrillDownQuery = Readonly<Record<string, string | number>>;

export const formatDrillDown = (behind: DrillDownQuery): string =>
  new URLSearchParams(Object.entries(behind).map(([key, value]): [string, string] => [key, String(value)])).toString();

/** Parses a drill-down from the address. The server rejects invalid values. */
export const parseDrillDown = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...new URLSearchParams(text)].slice(0, 8));
