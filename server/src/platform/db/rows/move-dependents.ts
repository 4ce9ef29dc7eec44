// Moves the dependents of a deleted row to its replacement and writes an audit entry for each.
import { sql } from 'kysely';
import { can } from '@ringside/core/access/ability.ts';
import { nounOfTable } from '@ringside/core/contract/nouns.ts';
import type { Caller } from '../../caller/caller.ts';
import { Refusal } from '../../caller/refusal.ts';
import { writeAudit } from '../audit.ts';
import type { Db } from '../connect.ts';
import type { StoredRow } from './stored-row.ts';

/** A row that referred to the deleted row. */
export interface MovedRow {
  readonly tableName: string;
  readonly rowId: string | null;
  readonly rowName: string | null;
  readonly field: string;
}

const camel = (column: string): string => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Runs in the deleting transaction and returns the moved rows. Requires permission to change the dependent rows. */
export const moveDependents = async (
  tx: Db,
  caller: Caller,
  r: { readonly table: string; readonly titleField: string },
  before: StoredRow,
  replacement: StoredRow,
): Promise<readonly MovedRow[]> => {
  const { rows } = await sql<MovedRow>`
    select * from move_dependents(${r.table}::text::regclass, ${String(before.id)}::text, ${String(replacement.id)}::text)`.execute(
    tx,
  );
  const customerId = typeof before['customerId'] === 'string' ? before['customerId'] : null;
  for (const { tableName, rowId, rowName, field } of rows) {
    const noun = nounOfTable(tableName)?.name;
    if (noun === undefined || !can(caller.abilities, 'update', noun)) throw new Refusal('forbidden');
    if (rowId === null) continue;
    await writeAudit(tx, caller, {
      customerId,
      action: 'update',
      resource: noun,
      resourceId: rowId,
      resourceName: rowName ?? '',
      before: { [camel(field)]: before[r.titleField] ?? before.id },
      after: { [camel(field)]: replacement[r.titleField] ?? replacement.id },
    });
  }
  return rows;
};
