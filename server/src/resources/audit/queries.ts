import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { countRows, findRow, listRows, visibleTo } from '../../db/list-rows.ts';
import type { ListRequest, RowSelect } from '../../db/list-rows.ts';
import { readOn } from '../../db/read-on.ts';
import type { ListAll, StoredRow } from '../../db/resource-store.ts';
import { behindWall } from '../../db/wall.ts';
import type { Caller } from '../../http/context.ts';

const select = (db: Db) =>
  db
    .selectFrom('audit as a')
    .select([
      'a.id',
      'a.seq',
      'a.hash',
      'a.at',
      'a.customerId',
      'a.userId',
      'a.username',
      'a.actedBy',
      'a.action',
      'a.resource',
      'a.resourceId',
    ])
    .select(['a.search', 'a.resourceName', 'a.before', 'a.after', 'a.ip', 'a.userAgent']);

const SHAPE = {
  searchable: ['username', 'actedBy', 'resourceName', 'action', 'resource', 'ip'],
  filters: ['customerId', 'userId', 'action', 'resource', 'resourceId'],
  textFields: new Set<string>(),
  defaultSort: '-seq',
  neverNull: new Set(['seq']),
  searchColumn: 'search',
};

export interface AuditRequest extends ListRequest {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const period = (request: AuditRequest): RawBuilder<SqlBool>[] => [
  ...(request.from === undefined ? [] : [sql<SqlBool>`row.at >= ${request.from}::timestamptz`]),
  ...(request.to === undefined ? [] : [sql<SqlBool>`row.at < ${request.to}::timestamptz`]),
];

const SCOPE = { customer: 'customerId' };

export const listAudit = (db: Db, caller: Caller, { sort: _fixed, ...request }: AuditRequest) =>
  listRows(behindWall(db, caller), select(db), SHAPE, [...visibleTo(caller, SCOPE), ...period(request)], {
    ...request,
  });

const AT_ONCE = 2000;

/** The whole trail that the caller may see, newest first, and how long it is now. */
export const allAudit = async (db: Db, caller: Caller, { sort: _fixed, ...request }: ListAll) => {
  const own = behindWall(db, caller);
  const visible = [...visibleTo(caller, SCOPE), ...period(request as unknown as AuditRequest)];
  const rows = select(own) as unknown as RowSelect<StoredRow>;
  const total = await countRows(own, rows, SHAPE, visible, request);
  return { total, batches: readOn(own, rows, SHAPE, visible, request, AT_ONCE) };
};

export const findAudit = (db: Db, caller: Caller, id: string) =>
  findRow(behindWall(db, caller), select(db), visibleTo(caller, SCOPE), id);
