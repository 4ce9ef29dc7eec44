// Kinds of columns that many tables have.
import type { ColumnType, Generated } from 'kysely';

/** Read as Date, written as Date or ISO text. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** The database writes it when it is left out. */
export type MadeTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;
/** Read as a value, written as JSON text (`JSON.stringify`): drivers differ in what they do with arrays. */
export type Json<T> = ColumnType<T, string | undefined, string>;

export interface Stamped {
  createdAt: MadeTimestamp;
  updatedAt: MadeTimestamp;
  version: Generated<number>;
}
