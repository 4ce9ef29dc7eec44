// Lists and checks what a PBX needs to read phones and queues from the console's database: a database login and lines in its configuration
// files.
import { sql } from 'kysely';
import type { IncludeLine } from '@ringside/core/contract/pbx/provisioning.ts';
import { databaseLines, MEMBERS_TABLE, pbxLogin, TABLE_SHEETS, TABLES } from '@ringside/core/pbx/realtime-tables.ts';
import type { DatabaseLine } from '@ringside/core/pbx/realtime-tables.ts';
import type { ReportedSection } from '@ringside/core/asterisk/read-config.ts';
import type { ConfigLink } from '../ami/config-link.ts';
import type { Db } from '../../platform/db/connect.ts';

/** Heading for statements to run in the database. */
const DATABASE = 'PostgreSQL';
const UNTOLD = '…';
const MODULES = ['res_config_pgsql.so', 'res_sorcery_realtime.so'];
/** Values unknown to the console: how the PBX reaches the database, and its password there. */
const ITS_OWN = ['dbhost', 'dbport', 'dbpass'];

interface Place {
  readonly database: string;
  readonly schema: string;
  /** Address at which the console reaches the database; `null` without a network. */
  readonly host: string | null;
  readonly port: number | null;
}

const placeOf = async (db: Db): Promise<Place> => {
  const { rows } = await sql<Place>`select current_database() as database, quote_ident(current_schema()) as schema,
    host(inet_server_addr()) as host, inet_server_port() as port`.execute(db);
  const [place] = rows;
  if (place === undefined) throw new Error('The query for the name of the database returned no row');
  return place;
};

const tables = [...TABLE_SHEETS.map((sheet) => TABLES[sheet]), MEMBERS_TABLE];

interface Grants {
  readonly login: boolean;
  readonly usage: boolean;
  readonly select: boolean;
  readonly update: boolean;
}

const NO_GRANTS: Grants = { login: false, usage: false, select: false, update: false };

const readGrants = async (db: Db, login: string): Promise<Grants> => {
  const { rows: roles } = await sql`select from pg_roles where rolname = ${login} and rolcanlogin`.execute(db);
  if (roles.length === 0) return NO_GRANTS;
  const { rows } = await sql<Grants>`select true as login,
    has_schema_privilege(${login}, current_schema(), 'usage') as usage,
    (select bool_and(has_table_privilege(${login}, name, 'select')) from unnest(${tables}::text[]) as name) as select,
    has_column_privilege(${login}, ${MEMBERS_TABLE}, 'paused', 'update')
      and has_column_privilege(${login}, ${MEMBERS_TABLE}, 'penalty', 'update')
      and has_column_privilege(${login}, ${MEMBERS_TABLE}, 'reason_paused', 'update') as update`.execute(db);
  return rows[0] ?? NO_GRANTS;
};

const stateOf = (found: boolean | undefined): IncludeLine['state'] =>
  found === undefined ? 'unknown' : found ? 'present' : 'missing';

const roleLines = (login: string, { schema }: Place, grants: Grants | null): readonly IncludeLine[] => {
  const statement = (line: string, state: IncludeLine['state']): IncludeLine => ({
    file: DATABASE,
    section: '',
    line,
    state,
  });
  return [
    statement(`create role ${login} login password '${UNTOLD}';`, stateOf(grants?.login)),
    ...(schema === 'public'
      ? []
      : [statement(`alter role ${login} set search_path = ${schema};`, stateOf(grants?.login))]),
    statement(`grant usage on schema ${schema} to ${login};`, stateOf(grants?.usage)),
    statement(`grant select on ${tables.join(', ')} to ${login};`, stateOf(grants?.select)),
    statement(
      `grant update (penalty, paused, reason_paused) on ${MEMBERS_TABLE} to ${login};`,
      stateOf(grants?.update),
    ),
  ];
};

const fileLines = (serverId: number, { database, host, port }: Place): readonly DatabaseLine[] =>
  databaseLines(serverId, { database, host: host ?? UNTOLD, port: port ?? 5432 });

const lineOf = (each: DatabaseLine, state: IncludeLine['state']): IncludeLine => ({
  file: each.file,
  section: each.section,
  line: each.object ? `${each.name} => ${each.value}` : `${each.name} = ${each.value}`,
  state,
});

/** Returns the required lines before the first check. */
export const untoldDatabaseLines = async (db: Db, serverId: number): Promise<readonly IncludeLine[]> => {
  const place = await placeOf(db);
  return [
    ...roleLines(pbxLogin(serverId), place, null),
    ...fileLines(serverId, place).map((each) => lineOf(each, 'unknown')),
  ];
};

const isThere = (wanted: DatabaseLine, sections: readonly ReportedSection[]): boolean =>
  sections
    .filter((section) => section.name === wanted.section)
    .flatMap((section) => section.lines)
    .some(
      ({ name, value }) =>
        name.trim() === wanted.name &&
        (ITS_OWN.includes(name.trim()) ? value.trim() !== '' : value.replaceAll(/\s/g, '') === wanted.value),
    );

export const checkDatabaseLines = async (
  link: Pick<ConfigLink, 'hasModule' | 'read'>,
  db: Db,
  serverId: number,
): Promise<readonly IncludeLine[]> => {
  const place = await placeOf(db);
  const login = pbxLogin(serverId);
  const files = new Map<string, readonly ReportedSection[]>();
  const found: IncludeLine[] = [...roleLines(login, place, await readGrants(db, login))];
  for (const each of fileLines(serverId, place)) {
    if (each.file === 'modules.conf') {
      // Only whether the module is loaded counts, not the configuration line.
      let loaded = true;
      for (const module of MODULES) loaded &&= await link.hasModule(module);
      found.push(lineOf(each, stateOf(loaded)));
      continue;
    }
    const sections = files.get(each.file) ?? (await link.read(each.file)) ?? [];
    files.set(each.file, sections);
    found.push(lineOf(each, stateOf(isThere(each, sections))));
  }
  return found;
};
