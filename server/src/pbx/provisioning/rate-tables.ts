// Keeps the numbers that customers' plans block in the PBX's own database (AstDB). Each table is written completely under a name derived
// from its content, then customers are pointed to it. A call therefore finds the old or the new table, never a partial one.
import { RATE_TABLES } from '@ringside/core/pbx/dialplan/rate-check-section.ts';
import type { ConfigLink } from '../ami/config-link.ts';
import type { Db } from '../../platform/db/connect.ts';
import { noteWrittenTables, readWrittenTables } from './written-table-queries.ts';

/** One AstDB table. Plans that block the same numbers share one. */
export interface RateTable {
  readonly family: string;
  readonly entries: readonly (readonly [key: string, value: string])[];
}

export interface RateTables {
  /** Returns tables by customer key, `out-<code>` or `in-<code>`. `customers`: ids by code. */
  of(customers: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, RateTable>>;
  /** Plans whose peak hours began or ended since their tables were read. Each is returned once. */
  changedHours(): readonly string[];
}

/** Written last, so a table with this entry is complete. Its value is the number of entries. */
const WHOLE = 'whole';

const writeTable = async (
  link: Pick<ConfigLink, 'databaseGet' | 'databasePut'>,
  { family, entries }: RateTable,
): Promise<void> => {
  if ((await link.databaseGet(family, WHOLE)) === String(entries.length)) return;
  await link.databasePut(family, entries);
  await link.databasePut(family, [[WHOLE, String(entries.length)]]);
};

/** Writes the tables. `tables`: by customer key. Compares with the PBX's content, because the PBX may have lost it. */
export const keepRateTables = async (
  db: Db,
  link: ConfigLink,
  serverId: number,
  tables: ReadonlyMap<string, RateTable>,
): Promise<void> => {
  const before = await readWrittenTables(db, serverId);
  if (tables.size === 0 && Object.keys(before).length === 0) return;
  const wanted = Object.fromEntries([...tables].map(([key, { family }]) => [key, family]));
  // Stored first, so that the next run removes tables that were written but never used.
  await noteWrittenTables(db, serverId, { ...before, ...wanted });
  for (const table of new Map([...tables.values()].map((each) => [each.family, each])).values())
    await writeTable(link, table);
  for (const [key, family] of Object.entries(wanted))
    if ((await link.databaseGet(RATE_TABLES, key)) !== family) await link.databasePut(RATE_TABLES, [[key, family]]);
  for (const key of Object.keys(before)) if (wanted[key] === undefined) await link.databaseRemove(RATE_TABLES, key);
  const kept = new Set(Object.values(wanted));
  for (const family of new Set(Object.values(before))) if (!kept.has(family)) await link.databaseRemoveFamily(family);
  await noteWrittenTables(db, serverId, wanted);
};
