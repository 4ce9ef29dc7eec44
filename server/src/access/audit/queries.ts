import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Db } from '../../platform/db/connect.ts';
import { countRows, findRow, listRows, unmaskedShape } from '../../platform/db/rows/list-rows.ts';
import { visibleTo } from '../../platform/db/rows/tenant-scope.ts';
import type { ListRequest } from '../../platform/db/rows/list-rows.ts';
import { readOn } from '../../platform/db/read-on.ts';
import type { ListAll } from '../../platform/db/rows/resource-store.ts';
import { withRowSecurity } from '../../platform/db/row-security.ts';
import type { Caller } from '../../platform/caller/caller.ts';

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

/** `from` and `to` of the request are ISO times. */
const period = (request: Readonly<Record<string, unknown>>): RawBuilder<SqlBool>[] => [
  ...(request.from === undefined ? [] : [sql<SqlBool>`row.at >= ${request.from}::timestamptz`]),
  ...(request.to === undefined ? [] : [sql<SqlBool>`row.at < ${request.to}::timestamptz`]),
];

const SCOPE = { customer: 'customerId' };

export const listAudit = (
  db: Db,
  caller: Caller,
  { sort: _fixed, ...request }: ListRequest & Record<string, unknown>,
) =>
  listRows(
    withRowSecurity(db, caller),
    select(db),
    unmaskedShape(SHAPE, caller.withheld),
    [...visibleTo(caller, SCOPE), ...period(request)],
    { ...request },
  );

const AT_ONCE = 2000;

/** Returns all entries that the caller may see, newest first, and their current number. */
export const allAudit = async (db: Db, caller: Caller, { sort: _fixed, ...request }: ListAll) => {
  const own = withRowSecurity(db, caller);
  const visible = [...visibleTo(caller, SCOPE), ...period(request)];
  const rows = select(own);
  const shape = unmaskedShape(SHAPE, caller.withheld);
  const total = await countRows(own, rows, shape, visible, request);
  return { total, batches: readOn(own, rows, shape, visible, request, AT_ONCE) };
};

export const findAudit = (db: Db, caller: Caller, id: string) =>
  findRow(withRowSecurity(db, caller), select(db), visibleTo(caller, SCOPE), id);
