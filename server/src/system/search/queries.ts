// Returns search candidates of the database, with the same scope conditions as the lists.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { SearchHit } from '@ringside/core/contract/system/search.ts';
import type { Candidate } from '@ringside/core/base/rank.ts';
import type { Db } from '../../platform/db/connect.ts';
import { visibleTo } from '../../platform/db/rows/tenant-scope.ts';
import { withRowSecurity } from '../../platform/db/row-security.ts';
import type { ScopeColumns } from '../../platform/db/rows/tenant-scope.ts';
import type { Caller } from '../../platform/caller/caller.ts';

interface Source {
  /** Selects `id`, `title`, `detail`, `other` (further text to search), `queue`, and the scope's columns. */
  readonly from: RawBuilder<unknown>;
  readonly scope: ScopeColumns;
  /** The same query for a caller with withheld contact data. */
  readonly withoutContact?: RawBuilder<unknown>;
}

/** Rows that contain the typed text come first, so the limit never cuts them. The others are searched for typing errors. */
const MOST_ROWS = 3000;

export const SOURCES = {
  customer: {
    from: sql`select id, id as customer_id, name as title, code as detail, phone as other, null as queue from customers`,
    scope: { customer: 'customerId' },
    withoutContact: sql`select id, id as customer_id, name as title, code as detail, '' as other, null as queue from customers`,
  },
  callcenter: {
    from: sql`select cc.id, cc.customer_id, cc.name as title, c.name as detail, cc.code as other, null as queue
      from callcenters cc join customers c on c.id = cc.customer_id`,
    scope: { customer: 'customerId', callcenter: 'id' },
  },
  queue: {
    from: sql`select q.id, q.customer_id, q.callcenter_id, q.server_id, q.name, coalesce(nullif(q.label, ''), q.name) as title,
        concat_ws(' · ', case when q.label <> '' then q.name end, cc.name, e.name) as detail, q.name as other,
        q.server_id || ':' || q.name as queue
      from queues q join callcenters cc on cc.id = q.callcenter_id join endpoints e on e.id = q.server_id`,
    scope: { customer: 'customerId', callcenter: 'callcenterId', server: 'serverId', queue: 'name' },
  },
  user: {
    from: sql`select u.id, u.customer_id, coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.username) as title,
        concat_ws(' · ', u.username, u.email) as detail, coalesce(c.name, '') as other, null as queue
      from users u left join customers c on c.id = u.customer_id`,
    scope: { customer: 'customerId', own: 'id' },
    withoutContact: sql`select u.id, u.customer_id, coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.username) as title,
        u.username as detail, coalesce(c.name, '') as other, null as queue
      from users u left join customers c on c.id = u.customer_id`,
  },
  subscriber: {
    from: sql`select s.id, s.customer_id, s.server_id, s.user_id, s.extension || ' · ' || s.name as title,
        concat_ws(' · ', c.code || '-' || s.extension, c.name, e.name) as detail, s.name as other, null as queue
      from subscribers s join customers c on c.id = s.customer_id join endpoints e on e.id = s.server_id`,
    scope: { customer: 'customerId', server: 'serverId', own: 'userId' },
  },
  endpoint: {
    from: sql`select id, name as title, concat_ws(' · ', nullif(region, ''), nullif(description, '')) as detail,
        ami_host as other, null as queue from endpoints`,
    scope: { server: 'id' },
  },
  did: {
    from: sql`select d.id, d.customer_id, d.server_id, d.number as title,
        concat_ws(' · ', nullif(d.label, ''), destination_name(d.destination), c.name) as detail, e.name as other,
        null as queue
      from dids d join customers c on c.id = d.customer_id join endpoints e on e.id = d.server_id`,
    scope: { customer: 'customerId', server: 'serverId' },
  },
} as const satisfies Record<string, Source>;

interface Row {
  readonly id: string | number;
  readonly title: string;
  readonly detail: string;
  readonly other: string;
  readonly queue: string | null;
}

const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

export const candidatesOf = async (
  db: Db,
  caller: Caller,
  { from, scope, withoutContact }: Source,
  q: string,
): Promise<readonly Candidate<SearchHit>[]> => {
  const visible = visibleTo(caller, scope);
  const rowsFrom =
    caller.withheld?.includes('contact') === true && withoutContact !== undefined ? withoutContact : from;
  const { rows } = await sql<Row>`
    select id, title, detail, other, queue from (${rowsFrom}) as row
    ${visible.length === 0 ? sql`` : sql`where ${sql.join(visible, sql` and `)}`}
    order by (title || ' ' || detail || ' ' || other) ilike ${likePattern(q)} desc, lower(title)
    limit ${MOST_ROWS}`.execute(withRowSecurity(db, caller));
  return rows.map(({ id, title, detail, other, queue }) => ({
    item: { id: String(id), title, detail, queue },
    texts: [title, detail, other],
  }));
};
