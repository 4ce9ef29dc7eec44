import type { Table } from '@ringside/core/live/state.ts';

/** Topics for listeners: one row (`row`), the keys of a table (`keys`), any change in a table (`any`), and the counts of a queue. */
export const topic = {
  row: (table: Table, key: string): string => `row\t${table}\t${key}`,
  keys: (table: Table): string => `keys\t${table}`,
  any: (table: Table): string => `any\t${table}`,
  members: (queue: string): string => `members\t${queue}`,
  callers: (queue: string): string => `callers\t${queue}`,
  tally: (queue: string): string => `tally\t${queue}`,
  tallies: 'tallies',
} as const;

/** Returns whether the topic covers many rows. Its readers compute sums and lists, so they are notified less often than those of a row. */
export const isSlow = (name: string): boolean => !/^(?:row|members|callers)\t/.test(name);
