// Builds queries of rows with an internal extension, for every noun that declares a `destination`.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { NOUNS } from '@ringside/core/contract/nouns.ts';
import type { DestinationKind } from '@ringside/core/contract/routing/destination.ts';

/** Returns a subquery in parentheses with `kind`, `id`, `extension`, `customer_id` and `server_id`. `but`: a kind to exclude. */
export const dialledRows = (but?: DestinationKind): RawBuilder<unknown> => {
  const each = NOUNS.flatMap(({ table, destination }) =>
    destination === undefined || destination.kind === but
      ? []
      : [sql`select ${destination.kind}::text as kind, id, extension, customer_id, server_id from ${sql.table(table)}`],
  );
  return sql`(${sql.join(each, sql` union all `)})`;
};

/** Returns a subquery in parentheses of rows that ring a subscriber: `resource`, `id`, `server_id`, `name`. `but`: a kind to exclude. */
export const rowsRinging = (line: RawBuilder<unknown>, but?: DestinationKind): RawBuilder<unknown> => {
  const each = NOUNS.flatMap(({ name, table, destination }) => {
    if (destination?.rings === undefined || destination.kind === but) return [];
    const { table: members, column } = destination.rings;
    return [
      sql`select ${name}::text as resource, r.id, r.server_id, r.name from ${sql.table(table)} r
        join ${sql.table(members)} m on m.${sql.ref(column)} = r.id where m.subscriber_id = ${line}`,
    ];
  });
  return sql`(${sql.join(each, sql` union `)})`;
};

/** Returns a subquery in parentheses with the names of rows whose `onward` field satisfies `condition`. */
export const rowsForwardingTo = (condition: (column: string) => RawBuilder<unknown>): RawBuilder<unknown> => {
  const each = NOUNS.flatMap(({ table, destination }) =>
    destination?.onward === undefined
      ? []
      : [sql`select name from ${sql.table(table)} where ${condition(destination.onward.field)}`],
  );
  return sql`(${sql.join(each, sql` union all `)})`;
};
