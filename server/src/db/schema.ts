// The tables as Kysely sees them: camelCase here, snake_case in SQL (CamelCasePlugin). A new table is added to the file
// of its subject in `tables/`, and has its own numbered file in `migrations/`.
import type { Insertable, Selectable } from 'kysely';
import type { AccessTables } from './tables/access-tables.ts';
import type { ConsoleTables } from './tables/console-tables.ts';
import type { BillingTables } from './tables/billing-tables.ts';
import type { CustomerTables } from './tables/customer-tables.ts';
import type { PbxTables } from './tables/pbx-tables.ts';
import type { ReportTables } from './tables/report-tables.ts';
import type { RoutingTables } from './tables/routing-tables.ts';

export interface Schema
  extends AccessTables, BillingTables, ConsoleTables, CustomerTables, PbxTables, ReportTables, RoutingTables {}

export type PasskeyRow = Selectable<Schema['passkeys']>;
export type UserRow = Selectable<Schema['users']>;
export type NewAuditRow = Insertable<Schema['audit']>;
