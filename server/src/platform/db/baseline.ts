// Reads the baseline, the schema of the first release: `schema/functions/*.sql`, then one file per area in this order, then the foreign
// keys that need all tables.
import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('./schema/', import.meta.url);
const AREAS = [
  ...['platform', 'customers', 'pbx', 'access', 'routing', 'subscribers', 'queues', 'live', 'calls', 'billing'],
  ...['reports', 'boards', 'system', 'references'],
];

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Converts comment lines above a table or a column into `comment on` statements. */
export const commentsOf = (text: string): string => {
  const statements: string[] = [];
  let table: string | null = null;
  let comment: string[] = [];
  for (const line of text.split('\n')) {
    const said = /^\s*-- (.*)$/.exec(line)?.[1];
    if (said !== undefined) {
      comment.push(said);
      continue;
    }
    const opened = /^create table (\w+) \($/.exec(line)?.[1];
    const column = /^ {2}("?\w+"?) /.exec(line)?.[1];
    if (opened !== undefined) table = opened;
    if (line.startsWith(');')) table = null;
    const place = opened === undefined ? `column ${table}.${column}` : `table ${opened}`;
    if (comment.length > 0 && table !== null) statements.push(`comment on ${place} is ${quoted(comment.join(' '))};`);
    comment = [];
  }
  return statements.join('\n');
};

/** Returns the tables of each area, as its SQL file creates them. */
export const tablesByArea = (): ReadonlyMap<string, readonly string[]> => {
  const tables = AREAS.map((area) => {
    const text = readFileSync(new URL(`${area}.sql`, FOLDER), 'utf8');
    return [area, [...text.matchAll(/^create table (\w+) \(/gm)].map((match) => match[1] ?? '')] as const;
  });
  return new Map(tables.filter(([, names]) => names.length > 0));
};

export const readBaseline = (): string => {
  const read = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8');
  const functions = readdirSync(new URL('functions/', FOLDER)).toSorted();
  const text = [
    ...functions.map((file) => read(`functions/${file}`)),
    ...AREAS.map((area) => read(`${area}.sql`)),
  ].join('\n');
  // The functions refer to tables that are created later, so the body check must be off.
  return `set local check_function_bodies = off;\n${text}\nreset check_function_bodies;\n${commentsOf(text)}\n`;
};
