// Lists what the console has on a PBX: files, rows, AstDB entries, and the lines that an administrator added for it.
import type { PbxFootprint } from '@ringside/core/contract/pbx/pbx-footprint.ts';
import type { IncludeLine } from '@ringside/core/contract/pbx/provisioning.ts';
import type { ConfigFile } from '@ringside/core/asterisk/config-file.ts';
import { INCLUDED_BY, KIND_OF_SHEET, SHEETS, includeLine } from '@ringside/core/pbx/pbx-objects.ts';
import { RATE_TABLES } from '@ringside/core/pbx/dialplan/rate-check-section.ts';
import { isTable, pbxLogin } from '@ringside/core/pbx/realtime-tables.ts';
import { PBX_FILES } from '@ringside/core/pbx/render.ts';
import type { ConfigLink } from '../ami/config-link.ts';
import { untoldDatabaseLines } from './database-line-queries.ts';
import { placeFiles } from './placed-pbx.ts';
import { planRun } from './plan-run.ts';
import { readObjects, readSettings } from './queries.ts';
import type { PbxSettings } from './queries.ts';
import { readWrittenTables } from './written-table-queries.ts';
import { readPbx, sourcesOf } from './read-pbx.ts';
import { readTables } from './realtime-rows.ts';
import { problemOf } from './run-pbx.ts';
import type { RunDeps } from './run-pbx.ts';

const NOTHING: PbxFootprint = {
  ...{ configured: false, driver: 'files', problem: null, files: [], lines: [], commands: [] },
  ...{ rows: 0, sounds: 0, rateTables: 0, foreign: 0 },
};

const countRows = (files: readonly ConfigFile[]): number => files.reduce((sum, file) => sum + file.sections.length, 0);

const countSounds = (files: readonly ConfigFile[], base: string): number => {
  const addresses = files
    .flatMap((file) => file.sections.flatMap((section) => section.lines))
    .flatMap(({ value }) => value.match(/https?:\/\/[^\s,&;)]+\.wav/g) ?? []);
  return new Set(addresses.filter((address) => address.startsWith(base) || address.includes('/api/'))).size;
};

/** Returns the steps that undo the lines from `database-lines.ts`. */
const databaseLines = (told: readonly IncludeLine[], serverId: number): PbxFootprint['lines'] => {
  const login = pbxLogin(serverId);
  const typed = told.filter(({ file, line }) => !line.startsWith('#') && file !== 'PostgreSQL');
  return [
    { file: 'PostgreSQL', lines: [`drop owned by ${login};`, `drop role ${login};`] },
    ...[...Map.groupBy(typed, ({ file }) => file)].map(([file, each]) => ({
      file,
      lines: each.map(({ line }) => line),
    })),
  ];
};

const linesOf = ({ driver, serverId, username }: PbxSettings, told: readonly IncludeLine[]): PbxFootprint['lines'] => {
  const parents = [...new Set(SHEETS.map((sheet) => INCLUDED_BY[sheet]))];
  return [
    ...parents.map((file) => ({
      file,
      lines: SHEETS.filter((sheet) => INCLUDED_BY[sheet] === file).map(includeLine),
    })),
    { file: 'manager.conf', lines: [`[${username}]`] },
    ...(driver === 'database' ? databaseLines(told, serverId) : []),
  ];
};

const commandsOf = (families: readonly string[]): string[] => [
  'rm /etc/asterisk/ringside_*.conf',
  ...families.map((family) => `asterisk -rx 'database deltree ${family}'`),
  "asterisk -rx 'core reload'",
];

export const readFootprint = async (deps: RunDeps, serverId: number): Promise<PbxFootprint> => {
  const { db, secrets, soundsAt } = deps;
  const settings = await readSettings(db, secrets, serverId);
  if (settings === null) return NOTHING;
  const stored = await readObjects(db, serverId);
  const written = await readWrittenTables(db, serverId);
  const families = [...new Set(Object.values(written))];
  const known = {
    configured: true,
    driver: settings.driver,
    rows: countRows(await readTables(db, serverId)),
    rateTables: families.length,
    lines: linesOf(settings, settings.driver === 'database' ? await untoldDatabaseLines(db, serverId) : []),
    commands: commandsOf(families.length === 0 ? [] : [RATE_TABLES, ...families]),
  };
  let link: ConfigLink | null = null;
  try {
    link = await deps.openLink(settings);
    const reading = await readPbx(link, db, settings);
    const plan = planRun(placeFiles(settings.driver, []), reading, stored, false);
    const files = sourcesOf(reading).filter(({ name }) => !isTable(name));
    return {
      ...known,
      problem: null,
      files: files.map(({ name, sections }) => ({ name, sections: sections.length })),
      sounds: countSounds(files, soundsAt()),
      foreign: plan.foreign.size,
    };
  } catch (error) {
    const kinds = new Set(stored.map(({ kind }) => kind));
    const names = SHEETS.filter((sheet) => kinds.has(KIND_OF_SHEET[sheet])).map((sheet) => PBX_FILES[sheet]);
    return {
      ...known,
      problem: problemOf(error),
      files: names.map((name) => ({ name, sections: 0 })),
      sounds: 0,
      foreign: 0,
    };
  } finally {
    link?.close();
  }
};
