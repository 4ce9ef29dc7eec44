// Reads the console's files on a PBX, whether the PBX's own files include them, and which names those files already use.
import type { IncludeLine } from '@ringside/core/contract/pbx/provisioning.ts';
import type { ConfigFile, ConfigSection } from '@ringside/core/asterisk/config-file.ts';
import { INCLUDED_BY, KIND_OF_SHEET, SHEETS, includeLine, objectKey } from '@ringside/core/pbx/pbx-objects.ts';
import type { Sheet } from '@ringside/core/pbx/pbx-objects.ts';
import { partName } from '@ringside/core/pbx/place-files.ts';
import { PBX_FILES } from '@ringside/core/pbx/render.ts';
import { ConfigRefused } from '../ami/config-refused.ts';
import type { ConfigLink } from '../ami/config-link.ts';
import type { Db } from '../../platform/db/connect.ts';
import { checkDatabaseLines } from './database-line-queries.ts';
import type { PbxSettings } from './queries.ts';
import { readTables } from './realtime-rows.ts';

export interface PbxReading {
  /** The parts of each sheet's file, in order. Empty if the file does not exist yet. */
  readonly parts: Readonly<Record<Sheet, readonly ConfigFile[]>>;
  /** All tables, regardless of the driver, so that leftovers of an earlier driver are removed. */
  readonly tables: readonly ConfigFile[];
  readonly includes: readonly IncludeLine[];
  /** `objectKey`s that the PBX's own files use. Contexts are excluded, because Asterisk merges contexts of one name. */
  readonly taken: ReadonlySet<string>;
}

/** Returns all files and tables that the console wrote. */
export const sourcesOf = (reading: Pick<PbxReading, 'parts' | 'tables'>): readonly ConfigFile[] => [
  ...SHEETS.flatMap((sheet) => reading.parts[sheet]),
  ...reading.tables,
];

export const readPart = async (link: Pick<ConfigLink, 'read'>, name: string): Promise<ConfigFile | null> => {
  const reported = await link.read(name);
  if (reported === null) return null;
  const sections: ConfigSection[] = reported.map((section) => ({
    name: section.name,
    // GetConfig does not distinguish `=>` from `=`.
    lines: section.lines.map((line) => ({ ...line, object: false })),
  }));
  return { name, sections };
};

/** Like `readPart`, but empties a file that Asterisk cannot parse, because the caller rewrites it completely. */
const mendPart = async (link: Pick<ConfigLink, 'read' | 'empty'>, name: string): Promise<ConfigFile | null> => {
  try {
    return await readPart(link, name);
  } catch (error) {
    if (!(error instanceof ConfigRefused) || error.kind !== 'file-invalid') throw error;
    await link.empty(name);
    return { name, sections: [] };
  }
};

/** Maximum number of parts that are read together. */
const PARTS_AT_ONCE = 16;

const readParts = async (link: ConfigLink, sheet: Sheet, mends: boolean): Promise<readonly ConfigFile[]> => {
  const read = mends ? mendPart : readPart;
  const nameOf = (number: number): string => partName(PBX_FILES[sheet], number);
  const parts: ConfigFile[] = [];
  for (;;) {
    // The number of parts is unknown and usually small, so each round reads as many more parts as it has found so far.
    const count = Math.min(PARTS_AT_ONCE, Math.max(1, parts.length));
    const numbers = Array.from({ length: count }, (_, i) => parts.length + 1 + i);
    const some = await Promise.all(numbers.map((number) => read(link, nameOf(number))));
    const end = some.indexOf(null);
    parts.push(...some.slice(0, end === -1 ? undefined : end).filter((part) => part !== null));
    if (end !== -1) return parts;
  }
};

const countNames = (names: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

/** Reads whether the PBX's own files include the console's files, whose content is `parts`, and which names they use themselves. */
export const readIncludes = async (
  link: Pick<ConfigLink, 'categories' | 'read' | 'hasModule'>,
  db: Db,
  settings: PbxSettings,
  parts: PbxReading['parts'],
): Promise<Pick<PbxReading, 'includes' | 'taken'>> => {
  const namesIn = (sheet: Sheet): readonly string[] =>
    parts[sheet].flatMap((part) => part.sections.map((section) => section.name));
  const includes: IncludeLine[] = [];
  const taken = new Set<string>();
  for (const parent of new Set(Object.values(INCLUDED_BY))) {
    const sheets = SHEETS.filter((sheet) => INCLUDED_BY[sheet] === parent);
    const own = countNames(sheets.flatMap(namesIn));
    const all = countNames((await link.categories(parent)) ?? []);
    const missing = [...own].some(([name, count]) => (all.get(name) ?? 0) < count);
    for (const sheet of sheets) {
      // Queues in tables need no file.
      if (settings.driver === 'database' && sheet === 'queues') continue;
      const state = namesIn(sheet).length === 0 ? 'unknown' : missing ? 'missing' : 'present';
      includes.push({ file: parent, section: '', line: includeLine(sheet), state });
    }
    const [sheet] = sheets;
    if (sheet === undefined || KIND_OF_SHEET[sheet] === 'dialplan') continue;
    for (const [name, count] of all) {
      if (count > (own.get(name) ?? 0)) taken.add(objectKey(KIND_OF_SHEET[sheet], name));
    }
  }
  const lines = settings.driver === 'database' ? await checkDatabaseLines(link, db, settings.serverId) : [];
  return { includes: [...lines, ...includes], taken };
};

/** Reads the PBX. `mends`: empties unreadable files of the console. The PBX's own files are never changed. */
export const readPbx = async (link: ConfigLink, db: Db, settings: PbxSettings, mends = false): Promise<PbxReading> => {
  const read = await Promise.all(SHEETS.map(async (sheet) => [sheet, await readParts(link, sheet, mends)] as const));
  const parts = Object.fromEntries(read) as Record<Sheet, readonly ConfigFile[]>;
  const own = await readIncludes(link, db, settings, parts);
  return { parts, tables: await readTables(db, settings.serverId), ...own };
};
