import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { listRows } from '../../db/list-rows.ts';
import type { ListRequest } from '../../db/list-rows.ts';

export interface DeletedRecord {
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
};

export const listDeletedRows = (db: Db, request: ListRequest & Record<string, unknown>) =>
  listRows<DeletedRecord>(db, select(db), SHAPE, [], request);

export const findDeletedRow = (db: Db, id: string): Promise<DeletedRecord | undefined> =>
  select(db).where('d.id', '=', id).executeTakeFirst();
