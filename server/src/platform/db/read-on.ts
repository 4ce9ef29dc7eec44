// Reads a whole list in batches. Each batch starts after the sort position of the last row before it, so concurrent writes cause no
// duplicates or omissions.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Db } from './connect.ts';
import { aliased, conditionsOf, orderOf, sortedBy, where } from './rows/list-rows.ts';
import { column } from './rows/tenant-scope.ts';
import type { ListRequest, ListShape, RowSelect } from './rows/list-rows.ts';

type Request = Omit<ListRequest, 'page' | 'perPage'> & Record<string, unknown>;

/** The sort position of a row: its ID, its sort value as database text, and the type of that value. */
interface Place {
  readonly id: string | number;
  readonly placeKey: string | null;
  readonly placeType: string;
}

const TYPE = /^[a-z][a-z0-9_ ()."]*$/;

/** Condition for rows after this position. Nulls sort last in both directions. */
const behind = (shape: ListShape, sort: string, { id, placeKey, placeType }: Place): RawBuilder<SqlBool> => {
  const { field, descending, value } = sortedBy(shape, sort);
  const after = sql.raw(descending ? '<' : '>');
  if (placeKey === null) return sql<SqlBool>`(${value} is null and ${column('id')} ${after} ${id})`;
  if (!TYPE.test(placeType)) throw new Error(`Cannot page a list by ${field}: unsupported type ${placeType}`);
  const key = sql`${placeKey}::text::${sql.raw(placeType)}`;
  const next = sql<SqlBool>`(${value}, ${column('id')}) ${after} (${key}, ${id})`;
  return shape.neverNull?.has(field) === true ? next : sql<SqlBool>`(${next} or ${value} is null)`;
};

/** Yields all rows of the list in batches of `most`. */
export async function* readOn<Row extends { readonly id: string | number }>(
  db: Db,
  select: RowSelect<Row>,
  shape: ListShape,
  visible: readonly RawBuilder<SqlBool>[],
  request: Request,
  most: number,
): AsyncGenerator<Row[]> {
  const sort = request.sort ?? shape.defaultSort;
  const { value } = sortedBy(shape, sort);
  const asked = [...visible, ...conditionsOf(shape, { ...request, page: 1, perPage: most })];
  for (let last: Place | undefined; ;) {
    const conditions: RawBuilder<SqlBool>[] = last === undefined ? asked : [...asked, behind(shape, sort, last)];
    const { rows } = await sql<Row & Place>`
      with page as materialized (
        select row.id, ${value}::text as place_key, pg_typeof(${value})::text as place_type
        from ${aliased(select)} ${where(conditions)} order by ${orderOf(shape, sort)} limit ${most}
      )
      select row.*, page.place_key as "placeKey", page.place_type as "placeType"
      from page join ${aliased(select)} on row.id = page.id order by ${orderOf(shape, sort)}`.execute(db);
    last = rows.at(-1);
    yield rows;
    if (last === undefined || rows.length < most) return;
  }
}
