// The sheets of a PBX server's configuration, file by file, and the rejected rows.
import { ValueRefused } from '../asterisk/config-file.ts';
import type { ConfigSection } from '../asterisk/config-file.ts';

export interface RefusedRow {
  readonly kind: 'tenant' | 'subscriber' | 'queue' | 'trunk' | 'route' | 'did' | 'group' | 'hours' | 'ivr' | 'prompt';
  /** The row's ID, or a tenant's code. */
  readonly id: string;
  readonly field: string;
  readonly reason: ValueRefused['reason'] | 'taken';
}

export interface Sheets {
  readonly endpoints: ConfigSection[];
  readonly auths: ConfigSection[];
  readonly aors: ConfigSection[];
  readonly queues: ConfigSection[];
  readonly rules: ConfigSection[];
  readonly voicemail: ConfigSection[];
  readonly music: ConfigSection[];
  readonly dialplan: ConfigSection[];
  readonly refused: RefusedRow[];
  readonly queueNames: Set<string>;
}

export const emptySheets = (): Sheets => ({
  endpoints: [],
  auths: [],
  aors: [],
  queues: [],
  rules: [],
  voicemail: [],
  music: [],
  dialplan: [],
  refused: [],
  queueNames: new Set(),
});

/** Sorts by code unit, independent of the locale. */
export const byName = <T>(rows: readonly T[], nameOf: (row: T) => string): readonly T[] =>
  rows.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));

/** Runs `write`, which adds nothing before the whole row is validated. */
export const orRefuse = (sheets: Sheets, row: Pick<RefusedRow, 'kind' | 'id'>, write: () => void): void => {
  try {
    write();
  } catch (error) {
    if (!(error instanceof ValueRefused)) throw error;
    sheets.refused.push({ ...row, field: error.field, reason: error.reason });
  }
};
