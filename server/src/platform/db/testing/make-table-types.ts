// Generates the row types of every table from the schema, one file for each area of the baseline.
// `node server/src/platform/db/testing/make-table-types.ts` writes `tables/`. With `--check` it fails if they differ.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { format, resolveConfig } from 'prettier';
import { tablesByArea } from '../baseline.ts';
import type { Db } from '../connect.ts';
import { openTestDb } from './test-database.ts';

interface Column {
  readonly table: string;
  readonly about: string | null;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly hasDefault: boolean;
  /** The database computes the value and rejects writes to it. */
  readonly computed: boolean;
  readonly comment: string | null;
  /** Definition of the column's check, such as `CHECK ((kind = ANY (ARRAY['a'::text, 'b'::text])))`. */
  readonly check: string | null;
}

const FOLDER = new URL('../tables/', import.meta.url);
const HAND_WRITTEN = ['columns.ts', 'column-types.ts'];
/** File for tables that are not in the baseline. */
const SINCE = 'since-baseline';

const TYPES: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Uint8Array',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  jsonb: 'unknown',
  numeric: 'string',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
  uuid: 'string',
};
/** Required columns that a trigger fills if they are omitted. */
const FILLED = new Set(['audit.seq', 'audit.prev_hash', 'audit.hash', 'ring_group_members.customer_id']);

const camel = (name: string): string => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const capital = (name: string): string =>
  name.replaceAll(/(?:^|[_-])([a-z])/g, (_, letter: string) => letter.toUpperCase());

const readColumns = async (db: Db): Promise<readonly Column[]> => {
  const { rows } = await sql<Column>`
    select c.relname as table, obj_description(c.oid, 'pg_class') as about, a.attname as name,
      format_type(a.atttypid, null) as type, a.attnotnull as required, d.oid is not null or a.attidentity <> '' as has_default,
      a.attgenerated <> '' or a.attidentity = 'a' as computed, col_description(c.oid, a.attnum) as comment,
      (select min(pg_get_constraintdef(k.oid)) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
        and k.conkey = array[a.attnum]) as check
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and c.relname not in ('migrations', 'durability_probe')
    order by c.relname, a.attnum`.execute(db);
  return rows;
};

/** Returns the columns (such as `users.theme`) that `column-types.ts` declares. */
const readOverrides = (): ReadonlySet<string> =>
  new Set(
    [...readFileSync(new URL('column-types.ts', FOLDER), 'utf8').matchAll(/^ {2}'(\w+\.\w+)':/gm)].map(
      (match) => match[1] ?? '',
    ),
  );

/** Returns the values that the column's check allows, as a union type. */
const unionOf = ({ check, name }: Column): string | null => {
  const list = new RegExp(`^CHECK \\(\\(${name} = ANY \\(ARRAY\\[('[^\\]]*)\\]\\)\\)\\)$`).exec(check ?? '')?.[1];
  return list?.replaceAll('::text', '').split(', ').join(' | ') ?? null;
};

const typeOf = (column: Column, overrides: ReadonlySet<string>): string => {
  const key = `${camel(column.table)}.${camel(column.name)}`;
  const plain = TYPES[column.type];
  if (plain === undefined) throw new Error(`${key} is ${column.type}: add its type to TYPES`);
  const type = overrides.has(key) ? `ColumnTypes['${key}']` : (unionOf(column) ?? plain);
  const { required, computed } = column;
  const hasDefault = column.hasDefault || FILLED.has(`${column.table}.${column.name}`);
  if (computed) return `GeneratedAlways<${required ? type : `${type} | null`}>`;
  if (column.type === 'jsonb') return `${required ? (hasDefault ? 'Json' : 'RequiredJson') : 'NullableJson'}<${type}>`;
  if (column.type === 'timestamp with time zone')
    return required ? (hasDefault ? 'MadeTimestamp' : 'Timestamp') : 'Timestamp | null';
  return required ? (hasDefault ? `Generated<${type}>` : type) : `${type} | null`;
};

const STAMPS = ['created_at', 'updated_at', 'version'];

const tableOf = (columns: readonly Column[], overrides: ReadonlySet<string>): string => {
  const { table, about } = columns[0] as Column;
  const stamped = STAMPS.every((name) => columns.some((column) => column.name === name));
  const lines = columns
    .filter((column) => !stamped || !STAMPS.includes(column.name))
    .flatMap((column) => [
      ...(column.comment === null ? [] : [`/** ${column.comment} */`]),
      `${camel(column.name)}: ${typeOf(column, overrides)};`,
    ]);
  return [
    ...(about === null ? [] : [`/** ${about} */`]),
    `interface ${capital(table)}Table ${stamped ? 'extends Stamped ' : ''}{`,
    ...lines,
    '}',
  ].join('\n');
};

const importOf = (text: string, names: readonly string[], from: string): string => {
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return used.length === 0 ? '' : `import type { ${used.join(', ')} } from '${from}';\n`;
};

const fileOf = (
  area: string,
  tables: ReadonlyMap<string, readonly Column[]>,
  overrides: ReadonlySet<string>,
): string => {
  const body = [...tables.values()].map((columns) => tableOf(columns, overrides)).join('\n\n');
  const names = [...tables.keys()].map((table) => `${camel(table)}: ${capital(table)}Table;`).join('\n');
  return `// Made from the schema by testing/make-table-types.ts: change the schema instead.
${importOf(body, ['Generated', 'GeneratedAlways'], 'kysely')}${importOf(body, ['ColumnTypes'], './column-types.ts')}${importOf(
    body,
    ['Json', 'MadeTimestamp', 'NullableJson', 'RequiredJson', 'Stamped', 'Timestamp'],
    './columns.ts',
  )}
${body}

export interface ${capital(area)}Tables {
${names}
}
`;
};

/** Returns name and content of each file. */
const makeFiles = async (db: Db): Promise<ReadonlyMap<string, string>> => {
  const columns = Map.groupBy(await readColumns(db), (column) => column.table);
  const overrides = readOverrides();
  for (const key of overrides) {
    const found = [...columns.values()].flat().some(({ table, name }) => `${camel(table)}.${camel(name)}` === key);
    if (!found) throw new Error(`column-types.ts names ${key}, which the schema does not have`);
  }
  const areas = tablesByArea();
  const known = new Set([...areas.values()].flat());
  const added = [...columns.keys()].filter((table) => !known.has(table));
  const options = (await resolveConfig(new URL('x.ts', FOLDER))) ?? {};
  const made = [...areas, [SINCE, added] as const].map(async ([area, tables]) => {
    const there = new Map(
      tables.flatMap((table) => (columns.has(table) ? [[table, columns.get(table) ?? []] as const] : [])),
    );
    return [
      `${area}-tables.ts`,
      await format(fileOf(area, there, overrides), { ...options, parser: 'typescript' }),
    ] as const;
  });
  return new Map(await Promise.all(made));
};

const differences = (files: ReadonlyMap<string, string>): readonly string[] => {
  const there = readdirSync(FOLDER).filter((name) => !HAND_WRITTEN.includes(name));
  const stale = there.filter((name) => !files.has(name));
  const changed = [...files].filter(
    ([name, text]) => !there.includes(name) || readFileSync(new URL(name, FOLDER), 'utf8') !== text,
  );
  return [...stale, ...changed.map(([name]) => name)];
};

const test = await openTestDb();
const files = await makeFiles(test.db);
await test.close();
const different = differences(files);
if (process.argv.includes('--check')) {
  for (const name of different) console.error(`server/src/platform/db/tables/${name} is not what the schema makes`);
  process.exitCode = different.length === 0 ? 0 : 1;
} else {
  for (const name of different) {
    const text = files.get(name);
    if (text === undefined) rmSync(new URL(name, FOLDER));
    else writeFileSync(new URL(name, FOLDER), text);
  }
}
