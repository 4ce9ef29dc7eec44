import { sql } from 'kysely';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import { listRows } from '../../platform/db/rows/list-rows.ts';
import type { ListRequest } from '../../platform/db/rows/list-rows.ts';

interface DeletedRecord {
  readonly id: string;
  readonly resource: string;
  readonly rowId: string;
  readonly name: string;
  readonly customerId: string | null;
  readonly customerName: string;
  readonly deletedAt: Date;
  readonly deletedBy: string;
}

const select = (db: Db) =>
  db
    .selectFrom('deletedRows as d')
    .select(['d.id', 'd.resource', 'd.name', 'd.customerId', 'd.deletedAt', 'd.deletedBy'])
    .select([
      sql<string>`coalesce(d.row_uuid::text, d.row_number::text)`.as('rowId'),
      sql<string>`coalesce((select n.name from customer_names n where n.id = d.customer_id), '')`.as('customerName'),
    ]);

const SHAPE = {
  searchable: ['name', 'customerName', 'deletedBy'],
  filters: ['resource', 'customerId', 'rowId'],
  textFields: new Set(['name', 'resource', 'customerName', 'deletedBy']),
  defaultSort: '-deletedAt',
  neverNull: new Set(['deletedAt', 'name', 'resource']),
};

export const findDeletedRows = (db: Db, request: ListRequest & Record<string, unknown>) =>
  listRows<DeletedRecord>(db, select(db), SHAPE, [], request);

export const findDeletedRow = (db: Db, id: string): Promise<DeletedRecord | undefined> =>
  select(db).where('d.id', '=', id).executeTakeFirst();

const DAY_MS = 86_400_000;
/** Maximum rows per call, because each needs an audit entry. */
const AT_ONCE = 500;
const ITSELF = { userId: null, username: '', ip: '', userAgent: '' } as const;

/** Purges rows deleted more than `days` days ago, with audit entries. Returns their number. */
export const purgeDeleted = (db: Db, now: number, days: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const old = tx
      .selectFrom('deletedRows')
      .select('id')
      .where('deletedAt', '<', new Date(now - days * DAY_MS))
      .orderBy('deletedAt')
      .limit(AT_ONCE);
    const gone = await tx
      .deleteFrom('deletedRows')
      .where('id', 'in', old)
      .returning(['resource', 'name', 'customerId', 'deletedAt', 'deletedBy'])
      .returning(sql<string>`coalesce(row_uuid::text, row_number::text)`.as('rowId'))
      .execute();
    for (const { resource, rowId, name, customerId, deletedAt, deletedBy } of gone) {
      await writeAudit(tx, ITSELF, {
        customerId,
        action: 'purge',
        resource,
        resourceId: rowId,
        resourceName: name,
        before: { deletedAt: deletedAt.toISOString(), deletedBy },
        after: null,
      });
    }
    return gone.length;
  });
