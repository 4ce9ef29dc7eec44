// Dumps the schema as sorted lines from the catalog of either engine, without comments inside functions, column order, and the names that
// PostgreSQL 18 gives to `not null` constraints.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../connect.ts';

const OURS = sql`c.relnamespace = current_schema()::regnamespace and c.relname not in ('migrations', 'durability_probe')`;

const QUERIES: Record<string, RawBuilder<{ line: string }>> = {
  relation: sql`select concat_ws(' ', c.relname, c.relkind, c.relpersistence, c.reloptions::text, c.relrowsecurity, c.relforcerowsecurity,
      c.relreplident, c.relacl::text, obj_description(c.oid, 'pg_class')) as line
    from pg_class c where ${OURS} and c.relkind in ('r', 'v', 'm', 'S', 'p', 'f')`,
  column: sql`select concat_ws(' ', c.relname || '.' || a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
      a.attgenerated, a.attstorage, a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid), a.attacl::text,
      col_description(c.oid, a.attnum)) as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where ${OURS} and c.relkind in ('r', 'v')`,
  constraint: sql`select concat_ws(' ', c.relname, n.conname, pg_get_constraintdef(n.oid), n.condeferrable, n.condeferred, n.convalidated) as line
    from pg_constraint n join pg_class c on c.oid = n.conrelid where ${OURS} and n.contype not in ('n', 't')`,
  index: sql`select concat_ws(' ', pg_get_indexdef(i.indexrelid), i.indisprimary, i.indisvalid, i.indisreplident, i.indisclustered) as line
    from pg_index i join pg_class c on c.oid = i.indrelid where ${OURS}`,
  trigger: sql`select concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled) as line
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where ${OURS} and not t.tgisinternal`,
  policy: sql`select concat_ws(' ', c.relname, p.polname, p.polcmd, p.polpermissive, p.polroles::regrole[]::text,
      pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) as line
    from pg_policy p join pg_class c on c.oid = p.polrelid where ${OURS}`,
  view: sql`select c.relname || ' ' || pg_get_viewdef(c.oid) as line from pg_class c where ${OURS} and c.relkind in ('v', 'm')`,
  function: sql`select concat_ws(' ', p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), l.lanname, p.prokind, p.provolatile,
      p.proisstrict, p.proparallel, p.prosecdef, p.proleakproof, p.procost, p.prorows, p.proconfig::text, p.proacl::text,
      regexp_replace(p.prosrc, '^ *--.*$', '', 'gn')) as line
    from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  type: sql`select concat_ws(' ', t.typname, t.typtype) as line from pg_type t
    where t.typnamespace = current_schema()::regnamespace and t.typtype not in ('c', 'b')`,
  sequence: sql`select concat_ws(' ', s.seqrelid::regclass, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax, s.seqmin, s.seqcache,
      s.seqcycle) as line from pg_sequence s join pg_class c on c.oid = s.seqrelid where ${OURS}`,
  extension: sql`select extname as line from pg_extension`,
};

export const dumpSchema = async (db: Db): Promise<readonly string[]> => {
  const lines: string[] = [];
  for (const [kind, query] of Object.entries(QUERIES)) {
    const { rows } = await query.execute(db);
    lines.push(...rows.map(({ line }) => `${kind} ${line.replaceAll(/\s+/g, ' ').trim()}`));
  }
  return lines.toSorted();
};

const columnsOf = async (db: Db): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where ${OURS} and c.relkind = 'r' group by 1 order by 1`.execute(db);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
};

type RowSums = Readonly<
  Record<string, { readonly columns: readonly string[]; readonly rows: number; readonly sum: string | null }>
>;

/** Returns row count and checksum of each table, over the columns that the table had in `before`. */
export const dumpRows = async (db: Db, before?: RowSums): Promise<RowSums> => {
  const found: Record<string, RowSums[string]> = {};
  for (const [name, there] of await columnsOf(db)) {
    const columns = before?.[name]?.columns ?? there;
    const { rows } = await sql<{ n: number; sum: string | null }>`
      select count(*) as n, md5(string_agg(row, E'\n' order by row)) as sum from (
        select (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(t)) where key = any(${columns}::text[]))::text as row
        from ${sql.table(name)} as t) as all_rows`.execute(db);
    found[name] = { columns, rows: Number(rows[0]?.n), sum: rows[0]?.sum ?? null };
  }
  return found;
};
