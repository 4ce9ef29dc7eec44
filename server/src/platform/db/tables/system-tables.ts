// Made from the schema by testing/make-table-types.ts: change the schema instead.
import type { GeneratedAlways } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import type { MadeTimestamp, RequiredJson } from './columns.ts';

/** Rows that were deleted, whole, so that history can name them and an administrator can restore them. The row is gone from its own table, its name is free again, and nothing can refer to it. */
interface DeletedRowsTable {
  id: string;
  resource: string;
  tableName: string;
  /** Id of the row; `row_number` if its id is a number. */
  rowUuid: string | null;
  rowNumber: number | null;
  customerId: string | null;
  name: string;
  /** The row. */
  body: RequiredJson<ColumnTypes['deletedRows.body']>;
  deletedAt: MadeTimestamp;
  deletedBy: string;
}

/** Rows of other tables that were deleted with it, in the order in which they are restored. */
interface DeletedPartsTable {
  position: GeneratedAlways<number>;
  deletedId: string;
  tableName: string;
  body: RequiredJson<unknown>;
}

export interface SystemTables {
  deletedRows: DeletedRowsTable;
  deletedParts: DeletedPartsTable;
}
