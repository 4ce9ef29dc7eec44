// Adopts a manual change on the PBX: the database row takes over the values, so that the next run finds no difference.
import type { ProvisionedObject } from '@ringside/core/contract/pbx/provisioning.ts';
import { adoptSection } from '@ringside/core/pbx/adopt-object.ts';
import { objectKey, objectsOf } from '@ringside/core/pbx/pbx-objects.ts';
import type { PbxObject } from '@ringside/core/pbx/pbx-objects.ts';
import type { ConfigLink } from '../ami/config-link.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { renderPlaced } from './placed-pbx.ts';
import { readObjects } from './queries.ts';
import type { PbxSettings } from './queries.ts';
import { readPbx, sourcesOf } from './read-pbx.ts';
import { problemOf } from './run-pbx.ts';
import type { RunDeps } from './run-pbx.ts';
import { readWanted } from './wanted-queries.ts';

export interface AdoptedRow {
  readonly resource: 'subscriber' | 'queue';
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const refuse = (lines: readonly string[]): Refusal =>
  new Refusal('invalid', {
    errors: [{ path: 'name', code: 'not-adoptable', params: { lines: lines.slice(0, 10).join(' · ').slice(0, 500) } }],
  });

const actualObjects = async (
  deps: Pick<RunDeps, 'openLink' | 'db'>,
  settings: PbxSettings,
): Promise<ReadonlyMap<string, PbxObject>> => {
  let link: ConfigLink | null = null;
  try {
    link = await deps.openLink(settings);
    return objectsOf(sourcesOf(await readPbx(link, deps.db, settings)));
  } catch (error) {
    problemOf(error);
    throw new Refusal('pbx-not-connected');
  } finally {
    link?.close();
  }
};

/** Masks secrets, which are never shown and never adopted. */
const lineShown = (sheet: string, text: string): string => (sheet === 'auths' ? '***' : text);

/** Returns the fields that the object's row would adopt. @throws Refusal */
export const readAdoption = async (
  deps: RunDeps,
  settings: PbxSettings,
  { kind, name }: Pick<ProvisionedObject, 'kind' | 'name'>,
): Promise<AdoptedRow> => {
  const key = objectKey(kind, name);
  const stored = (await readObjects(deps.db, settings.serverId)).find((o) => o.kind === kind && o.name === name);
  if (stored === undefined) throw new Refusal('not-found');
  const { resource, resourceId } = stored;
  if (resource !== 'subscriber' && resource !== 'queue') throw refuse([name]);
  const { pbx } = await readWanted(deps.db, deps.secrets, settings.serverId, deps.soundsAt());
  const wanted = objectsOf(renderPlaced(pbx, settings.driver).files).get(key);
  const actual = (await actualObjects(deps, settings)).get(key);
  if (wanted === undefined || actual === undefined) throw refuse([name]);
  const unmapped: string[] = [];
  let fields: Readonly<Record<string, unknown>> = {};
  for (const section of wanted.sections) {
    const there = actual.sections.filter((each) => each.sheet === section.sheet);
    const [only] = there;
    if (only === undefined || there.length > 1) throw refuse([`[${name}] ${section.sheet}`]);
    const found = adoptSection(resource, section, only);
    fields = { ...fields, ...found.fields };
    unmapped.push(...found.unmapped.map((text) => lineShown(section.sheet, text)));
  }
  if (unmapped.length > 0) throw refuse(unmapped);
  if (Object.keys(fields).length === 0) throw refuse([name]);
  return { resource, id: resourceId, fields };
};
