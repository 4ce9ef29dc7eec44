// Defines column types that many tables use.
import type { ColumnType, Generated } from 'kysely';

/** Read as Date, written as Date or ISO text. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** The database sets the time if it is omitted. */
export type MadeTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;
/** Read as a value, written as JSON text (`JSON.stringify`), because drivers treat arrays differently. */
export type Json<T> = ColumnType<T, string | undefined, string>;
/** A JSON column without a default. */
export type RequiredJson<T> = ColumnType<T, string, string>;
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

export interface Stamped {
  createdAt: MadeTimestamp;
  updatedAt: MadeTimestamp;
  version: Generated<number>;
}
