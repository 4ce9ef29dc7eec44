// Defines the realtime tables that Asterisk reads instead of files: their content, their columns, and the lines of the PBX server's own
// files that use them. In file lists a table appears under its own name with the same sections.
import { keysOf } from '../base/keys-of.ts';
import type { PbxDriver } from './options/pbx-drivers.ts';
import type { ConfigFile, ConfigLine, ConfigSection } from '../asterisk/config-file.ts';
import { isTrunkObject } from './dialplan/flow-names.ts';
import { PBX_FILES } from './render.ts';

export const TABLES = {
  endpoints: 'pbx_endpoints',
  auths: 'pbx_auths',
  aors: 'pbx_aors',
  queues: 'pbx_queues',
} as const;
export type TableSheet = keyof typeof TABLES;
export const TABLE_SHEETS = keysOf(TABLES);
export const MEMBERS_TABLE = 'pbx_queue_members';

/** Dialplan and voicemail boxes are files with either driver. */
const hasTable = (sheet: string): sheet is TableSheet => Object.hasOwn(TABLES, sheet);

export const isTable = (file: string): boolean => TABLE_SHEETS.some((sheet) => TABLES[sheet] === file);

/** Tells whether a phone or queue is written without a file, and so without a reload. */
export const standsInTable = (driver: PbxDriver, kind: string, name: string): boolean =>
  driver === 'database' && (kind === 'queue' || (kind === 'pjsip' && !isTrunkObject(name)));

/** `files`: as rendered, or as stored by an earlier run of either driver. Returns every file and every table. */
export const placedBy = (driver: PbxDriver, files: readonly ConfigFile[]): readonly ConfigFile[] => {
  const sheets = keysOf(PBX_FILES);
  const all = (sheet: (typeof sheets)[number]): readonly ConfigSection[] => {
    const names: readonly string[] = [PBX_FILES[sheet], hasTable(sheet) ? TABLES[sheet] : ''];
    return files.flatMap((file) => (names.includes(file.name) ? file.sections : []));
  };
  const inFile = (sheet: (typeof sheets)[number], section: ConfigSection): boolean =>
    driver === 'files' || !hasTable(sheet) || (sheet !== 'queues' && isTrunkObject(section.name));
  return [
    ...sheets.map((sheet) => ({ name: PBX_FILES[sheet], sections: all(sheet).filter((s) => inFile(sheet, s)) })),
    ...TABLE_SHEETS.map((sheet) => ({ name: TABLES[sheet], sections: all(sheet).filter((s) => !inFile(sheet, s)) })),
  ];
};

const encoded = (value: string): string => value.replaceAll('^', '^5E').replaceAll(';', '^3B');

/** Returns the columns by option. Omits `type`, which is the table, and members, which have their own rows. */
export const columnsOf = (lines: readonly ConfigLine[]): Readonly<Record<string, string>> => {
  const columns: Record<string, string> = {};
  for (const { name, value } of lines) {
    if (name === 'type' || name === 'member') continue;
    const before = columns[name];
    columns[name] = before === undefined ? encoded(value) : `${before};${encoded(value)}`;
  }
  return columns;
};

interface TableMember {
  readonly interface: string;
  readonly membername: string;
  readonly penalty: number;
}

/** Returns the members of lines such as `member => PJSIP/acme-201,0,Ann`. */
export const membersOf = (lines: readonly ConfigLine[]): readonly TableMember[] =>
  lines.flatMap(({ name, value }) => {
    if (name !== 'member') return [];
    const [iface = '', penalty = '', ...words] = value.split(',');
    return [{ interface: iface, penalty: Number(penalty), membername: encoded(words.join(',')) }];
  });

interface DatabasePlace {
  readonly host: string;
  readonly port: number;
  readonly database: string;
}

/** Returns the database login of a PBX server. The views depend on it. */
export const pbxLogin = (serverId: number): string => `ringside_pbx_${serverId}`;

export interface DatabaseLine {
  readonly file: string;
  readonly section: string;
  readonly name: string;
  readonly value: string;
  /** Whether it is written `name => value`. */
  readonly object: boolean;
}

/** Returns the lines that a stock Asterisk's own files need in addition to the includes. */
export const databaseLines = (serverId: number, place: DatabasePlace): readonly DatabaseLine[] => {
  const at =
    (file: string, section: string, object = false) =>
    (name: string, value: string): DatabaseLine => ({ file, section, name, value, object });
  const login = at('res_pgsql.conf', 'general');
  const family = at('extconfig.conf', 'settings', true);
  const wizard = at('sorcery.conf', 'res_pjsip');
  const table = (name: string): string => `pgsql,${place.database},${name}`;
  return [
    login('dbhost', place.host),
    login('dbport', String(place.port)),
    login('dbname', place.database),
    login('dbuser', pbxLogin(serverId)),
    login('dbpass', '…'),
    family('ps_endpoints', table(TABLES.endpoints)),
    family('ps_auths', table(TABLES.auths)),
    family('ps_aors', table(TABLES.aors)),
    family('queues', table(TABLES.queues)),
    family('queue_members', table(MEMBERS_TABLE)),
    ...(['endpoint', 'auth', 'aor'] as const).flatMap((type) => [
      wizard(type, `config,pjsip.conf,criteria=type=${type}`),
      wizard(type, `realtime,ps_${type}s`),
    ]),
    at('modules.conf', 'modules', true)('load', 'res_config_pgsql.so'),
  ];
};
