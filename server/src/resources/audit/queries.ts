import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { findRow, listRows, visibleTo } from '../../db/list-rows.ts';
import type { ListRequest } from '../../db/list-rows.ts';
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

export const findAudit = (db: Db, caller: Caller, id: string) =>
  findRow(behindWall(db, caller), select(db), visibleTo(caller, SCOPE), id);
