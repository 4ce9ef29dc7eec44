// Declares the tables for Kysely: camelCase here, snake_case in SQL (CamelCasePlugin).
import type { Selectable } from 'kysely';
import type { AccessTables } from './tables/access-tables.ts';
import type { BillingTables } from './tables/billing-tables.ts';
import type { BoardsTables } from './tables/boards-tables.ts';
import type { CallsTables } from './tables/calls-tables.ts';
import type { CustomersTables } from './tables/customers-tables.ts';
import type { LiveTables } from './tables/live-tables.ts';
import type { PbxTables } from './tables/pbx-tables.ts';
import type { PlatformTables } from './tables/platform-tables.ts';
import type { QueuesTables } from './tables/queues-tables.ts';
import type { ReportsTables } from './tables/reports-tables.ts';
import type { RoutingTables } from './tables/routing-tables.ts';
import type { SinceBaselineTables } from './tables/since-baseline-tables.ts';
import type { SubscribersTables } from './tables/subscribers-tables.ts';
import type { SystemTables } from './tables/system-tables.ts';

export interface Schema
  extends
    AccessTables,
    BillingTables,
    BoardsTables,
    CallsTables,
    CustomersTables,
    LiveTables,
    PbxTables,
    PlatformTables,
    QueuesTables,
    ReportsTables,
    RoutingTables,
    SinceBaselineTables,
    SubscribersTables,
    SystemTables {}

/** A row as selected. */
export type RowOf<Table extends keyof Schema> = Selectable<Schema[Table]>;
export type PasskeyRow = RowOf<'passkeys'>;
export type UserRow = RowOf<'users'>;
