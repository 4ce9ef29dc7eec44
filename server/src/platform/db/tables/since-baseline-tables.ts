// Made from the schema by testing/make-table-types.ts: change the schema instead.

export interface SinceBaselineTables {}
