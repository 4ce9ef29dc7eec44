// What stands behind a figure, as the address of a report keeps it: one field, so that it can be sent to somebody.

/** Of the calls behind a figure of the queue report, or of what is behind one of the agent report. */
export type Behind = Readonly<Record<string, string | number>>;

export const writeBehind = (behind: Behind): string =>
  new URLSearchParams(Object.entries(behind).map(([key, value]): [string, string] => [key, String(value)])).toString();

/** What makes no sense to the server is told by it. */
export const readBehind = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...new URLSearchParams(text)].slice(0, 8));
