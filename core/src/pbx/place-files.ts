// Splits the configuration over files of some hundred lines, because Asterisk writes the whole file for each UpdateConfig action and one
// long file takes quadratic time. A section stays in its file.
import type { ConfigFile, ConfigLine, ConfigSection } from '../asterisk/config-file.ts';

/** A file accepts no more sections above this number of lines. Existing sections may grow beyond it. */
export const LINES_IN_FILE = 800;
const LINES_AT_MOST = 1200;

/** Returns the file of a part: `ringside_queues.conf`, 2 → `ringside_queues_2.conf`. Part 1 is the file itself. */
export const partName = (file: string, number: number): string =>
  number === 1 ? file : file.replace(/\.conf$/, `_${number}.conf`);

/** Lines that stay together: a section, or all lines of one extension of a long context. */
interface Unit {
  readonly section: string;
  readonly key: string;
  readonly lines: readonly ConfigLine[];
}

/** `201` of `exten => 201,1,…`, or '' for other lines. */
const extensionOf = (line: ConfigLine): string => (line.name === 'exten' ? (line.value.split(',', 1)[0] ?? '') : '');

const grouped = <T>(rows: readonly T[], keyOf: (row: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
};

const unitsOf = (section: ConfigSection, splits: boolean): readonly Unit[] => {
  if (!splits || section.lines.length <= LINES_IN_FILE)
    return [{ section: section.name, key: '', lines: section.lines }];
  const byExtension = grouped(section.lines, extensionOf);
  return [...byExtension].map(([key, lines]) => ({ section: section.name, key, lines }));
};

const homesOf = (parts: readonly ConfigFile[]): ReadonlyMap<string, number> => {
  const homes = new Map<string, number>();
  const note = (key: string, part: number): void => {
    if (!homes.has(key)) homes.set(key, part);
  };
  parts.forEach((file, part) => {
    for (const section of file.sections) {
      note(`${section.name}\n`, part);
      for (const line of section.lines) if (line.name === 'exten') note(`${section.name}\n${extensionOf(line)}`, part);
    }
  });
  return homes;
};

const sectionsOf = (units: readonly Unit[]): readonly ConfigSection[] =>
  [...grouped(units, (u) => u.section)].map(([name, own]) => ({ name, lines: own.flatMap((u) => u.lines) }));

/**
 * Splits one rendered file into parts. `actual`: its parts on the PBX server in order, the first is the file itself. Returns every existing
 * part, empty when it has no sections left. `splits`: sections of one name may be in several parts, which only dialplan contexts allow.
 */
export const placeFile = (file: ConfigFile, actual: readonly ConfigFile[], splits: boolean): readonly ConfigFile[] => {
  const homes = homesOf(actual);
  const loads: number[] = actual.map(() => 0);
  const parts: Unit[][] = actual.map(() => []);
  const put = (unit: Unit, part: number): void => {
    while (parts.length <= part) {
      parts.push([]);
      loads.push(0);
    }
    parts[part]?.push(unit);
    loads[part] = (loads[part] ?? 0) + unit.lines.length + 1;
  };
  const fits = (part: number, unit: Unit, most: number): boolean =>
    (loads[part] ?? 0) === 0 || (loads[part] ?? 0) + unit.lines.length < most;
  const units = file.sections.flatMap((section) => unitsOf(section, splits));
  const homeless = units.filter((unit) => {
    const home = homes.get(`${unit.section}\n${unit.key}`);
    if (home === undefined || !fits(home, unit, LINES_AT_MOST)) return true;
    put(unit, home);
    return false;
  });
  let first = 0;
  for (const unit of homeless) {
    let part = first;
    while (part < parts.length && !fits(part, unit, LINES_IN_FILE)) part++;
    put(unit, part);
    // Parts before the first with free space are full.
    while (first < parts.length && (loads[first] ?? 0) >= LINES_IN_FILE) first++;
  }
  const order = new Map(units.map((unit, i) => [unit, i]));
  return parts.map((own, i) => ({
    name: partName(file.name, i + 1),
    sections: sectionsOf(own.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))),
  }));
};
