// What depends on a row that is deleted goes over to another of its kind, each row of it on record.
import { sql } from 'kysely';
import { can, RESOURCES } from '@ringside/core/access/ability.ts';
import type { Resource } from '@ringside/core/access/ability.ts';
import type { Caller } from '../http/context.ts';
import { Refusal } from '../http/errors.ts';
import { writeAudit } from './audit.ts';
import type { Db } from './connect.ts';
import { tableOf } from './deleted-rows.ts';

interface Moved {
  readonly tableName: string;
  readonly rowId: string | null;
  readonly rowName: string | null;
  readonly field: string;
}

type StoredRow = { readonly id: string | number } & Readonly<Record<string, unknown>>;

/** Tables that are a part of another noun. */
const PART_OF: Readonly<Record<string, Resource>> = {
  user_callcenters: 'user',
  ivr_keys: 'ivr',
  queue_members: 'queue',
};

const nounOf = (table: string): Resource | null => {
  const plain = table.replaceAll('_', '');
  return PART_OF[table] ?? RESOURCES.find((resource) => plain === `${resource}s`) ?? null;
};

const camel = (column: string): string => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** In the transaction that deletes. Who may not change what depends on the row may not move it either. */
export const moveDependents = async (
  tx: Db,
  caller: Caller,
  r: { readonly path: string; readonly titleField: string },
  before: StoredRow,
  heir: StoredRow,
): Promise<void> => {
  const table = await tableOf(tx, r.path);
  if (table === null) throw new Refusal('not-found');
  const { rows } = await sql<Moved>`
    select * from move_dependents(${table}::text::regclass, ${String(before.id)}::text, ${String(heir.id)}::text)`.execute(
    tx,
  );
  const customerId = typeof before['customerId'] === 'string' ? before['customerId'] : null;
  for (const { tableName, rowId, rowName, field } of rows) {
    const noun = nounOf(tableName);
    if (noun === null || !can(caller.abilities, 'update', noun)) throw new Refusal('forbidden');
    if (rowId === null) continue;
    await writeAudit(tx, caller, {
      customerId,
      action: 'update',
      resource: noun,
      resourceId: rowId,
      resourceName: rowName ?? '',
      before: { [camel(field)]: before[r.titleField] ?? before.id },
      after: { [camel(field)]: heir[r.titleField] ?? heir.id },
    });
  }
};
