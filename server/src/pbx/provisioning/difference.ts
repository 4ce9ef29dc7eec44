// Shows what a provisioning run would write, section by section, with secrets masked.
import type { RunProblem, SectionDifference } from '@ringside/core/contract/pbx/provisioning.ts';
import type { ConfigLine } from '@ringside/core/asterisk/config-file.ts';
import type { PbxObject } from '@ringside/core/pbx/pbx-objects.ts';
import type { ConfigLink } from '../ami/config-link.ts';
import { renderPlaced } from './placed-pbx.ts';
import { digestOf, planRun } from './plan-run.ts';
import { readObjects } from './queries.ts';
import type { PbxSettings } from './queries.ts';
import { readPbx } from './read-pbx.ts';
import { problemOf } from './run-pbx.ts';
import type { RunDeps } from './run-pbx.ts';
import { learnTransports } from './learn-pbx.ts';
import { readWanted } from './wanted-queries.ts';

export interface Difference {
  readonly data: SectionDifference[];
  readonly total: number;
  readonly problem: RunProblem | null;
}

const MOST_SECTIONS = 500;
const MOST_LINES = 200;
const SECRET = /password|secret|md5_cred/i;

const ownLines = (object: PbxObject | undefined, sheet: string): readonly ConfigLine[] | null => {
  const own = object?.sections.filter((section) => section.sheet === sheet) ?? [];
  return own.length === 0 ? null : own.flatMap((section) => section.lines);
};

const textOf = (lines: readonly ConfigLine[] | null): string => JSON.stringify(lines?.map((l) => [l.name, l.value]));

/** Masks secrets. A secret that differs from the other side gets more stars, so that the difference is visible. */
const shown = (lines: readonly ConfigLine[] | null, other: readonly ConfigLine[] | null, stars: string) =>
  lines?.slice(0, MOST_LINES).map(({ name, value }) => {
    if (!SECRET.test(name)) return `${name} = ${value}`;
    const same = other === null || other.some((line) => line.name === name && line.value === value);
    return `${name} = ${same ? '***' : stars}`;
  }) ?? null;

const sheetsOf = (...objects: readonly (PbxObject | undefined)[]): readonly string[] => [
  ...new Set(objects.flatMap((object) => object?.sections.map((section) => section.sheet) ?? [])),
];

export const readDifference = async (deps: RunDeps, settings: PbxSettings): Promise<Difference> => {
  const stored = await readObjects(deps.db, settings.serverId);
  let link: ConfigLink | null = null;
  try {
    link = await deps.openLink(settings);
    await learnTransports(deps.db, link, settings.serverId);
    const { pbx } = await readWanted(deps.db, deps.secrets, settings.serverId, deps.soundsAt());
    const wanted = renderPlaced(pbx, settings.driver);
    const plan = planRun(wanted.files, await readPbx(link, deps.db, settings), stored, true);
    const keys = new Set([...plan.wanted.keys(), ...plan.actual.keys()]);
    const data = [...keys].flatMap((key): SectionDifference[] => {
      const [before, after] = [plan.actual.get(key), plan.wanted.get(key)];
      if (before !== undefined && after !== undefined && digestOf(before) === digestOf(after)) return [];
      return sheetsOf(before, after).flatMap((sheet): SectionDifference[] => {
        const [was, is] = [ownLines(before, sheet), ownLines(after, sheet)];
        if (textOf(was) === textOf(is)) return [];
        const change = was === null ? 'create' : is === null ? 'remove' : 'change';
        const sides = { before: shown(was, is, '***'), after: shown(is, was, '*****') };
        return [{ sheet, section: (after ?? before)?.name ?? '', change, ...sides }];
      });
    });
    return { data: data.slice(0, MOST_SECTIONS), total: data.length, problem: null };
  } catch (error) {
    return { data: [], total: 0, problem: problemOf(error) };
  } finally {
    link?.close();
  }
};
