// Removes the console's configuration from a PBX: sections of its files, rows of its tables, entries of AstDB.
import { isIdentification, isRegistration } from '@ringside/core/pbx/dialplan/flow-names.ts';
import { INCLUDED_BY, objectKey, objectsOf } from '@ringside/core/pbx/pbx-objects.ts';
import type { PbxObject } from '@ringside/core/pbx/pbx-objects.ts';
import type { ConfigLink } from '../ami/config-link.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Fault } from '../../platform/caller/refusal.ts';
import { placeFiles } from './placed-pbx.ts';
import { planRun } from './plan-run.ts';
import type { Plan } from './plan-run.ts';
import { readObjects } from './queries.ts';
import type { PbxSettings } from './queries.ts';
import { keepRateTables } from './rate-tables.ts';
import { readBack } from './read-back.ts';
import { readPbx, sourcesOf } from './read-pbx.ts';
import { writeTables } from './realtime-rows.ts';
import { problemOf } from './run-pbx.ts';
import type { RunDeps } from './run-pbx.ts';
import { reloadKinds, writePlan } from './write-plan.ts';

/** Maximum time for Asterisk to drop the objects after a reload. */
const PATIENCE_MS = 20_000;
const EVERY_MS = 300;
const SHOWN = 5;

const notRemoved = (names: readonly string[], message: string): Fault => ({
  path: '',
  code: 'not-removed',
  params: { names: names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? ', …' : ''), message },
});

/** Converts an error of a run into a fault. @throws errors of neither the link nor the PBX */
const faultOf = (error: unknown, { host, port, username }: PbxSettings): Fault => {
  const { kind, link, params } = problemOf(error);
  if (link?.code === 'login-refused' || kind === 'denied') {
    return { path: '', code: 'removal-denied', params: { username } };
  }
  if (kind === 'link') return { path: '', code: 'removal-unreachable', params: { address: `${host}:${port}` } };
  return notRemoved([String(params['file'] ?? '')], String(params['message'] ?? ''));
};

/** Returns objects that Asterisk lists by name, without those that the PBX's own files also define. */
const checkable = async (
  link: Pick<ConfigLink, 'categories'>,
  plan: Plan,
  settings: PbxSettings,
  taken: ReadonlySet<string>,
) => {
  const contexts = new Set((await link.categories(INCLUDED_BY.dialplan)) ?? []);
  const isListed = ({ kind, name }: PbxObject): boolean => {
    if (kind === 'pjsip') return !isIdentification(name) && !isRegistration(name);
    if (kind === 'dialplan') return !contexts.has(name);
    // Asterisk drops a realtime queue at its next use.
    return kind === 'queue' && settings.driver === 'files';
  };
  return [...plan.actual]
    .filter(([key, object]) => !plan.foreign.has(key) && !taken.has(key) && isListed(object))
    .map(([, object]) => object);
};

const stillLoaded = async (link: ConfigLink, objects: readonly PbxObject[]): Promise<readonly string[]> => {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const { missing } = await readBack(link, objects, [], 0);
    const left = objects.filter(({ kind, name }) => !missing.has(objectKey(kind, name)));
    if (left.length === 0 || Date.now() >= until) return left.map(({ name }) => name);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
};

/** Returns `acme-201` for `pjsip acme-201`. */
const nameOf = (key: string): string => key.slice(key.indexOf(' ') + 1);

const removeAll = async (db: Db, link: ConfigLink, settings: PbxSettings): Promise<readonly Fault[]> => {
  const { serverId } = settings;
  const reading = await readPbx(link, db, settings, true);
  const stored = await readObjects(db, serverId);
  // Plans an empty desired state. Sections that the console never wrote stay, as in every run.
  const plan = planRun(placeFiles(settings.driver, []), reading, stored, false);
  const refused = await writePlan(
    link,
    plan.files,
    (changes) => writeTables(db, serverId, changes),
    () => undefined,
  );
  const kinds = new Set([...plan.actual.values()].map(({ kind }) => kind));
  for (const { kind } of stored) kinds.add(kind);
  await reloadKinds(link, kinds);
  await keepRateTables(db, link, serverId, new Map());
  const faults = [...Map.groupBy(refused, ([, message]) => message)].map(([message, each]) =>
    notRemoved(
      each.map(([key]) => nameOf(key)),
      message,
    ),
  );
  if (faults.length > 0) return faults;
  const after = await readPbx(link, db, settings);
  const left = [...objectsOf(sourcesOf(after)).keys()].filter((key) => !plan.foreign.has(key));
  if (left.length > 0) {
    return [notRemoved(left.map(nameOf), 'still in the files')];
  }
  const loaded = await stillLoaded(link, await checkable(link, plan, settings, after.taken));
  return loaded.length === 0 ? [] : [notRemoved(loaded, 'still loaded by Asterisk')];
};

/** Removes the console's configuration. Returns the reasons of a failure, or an empty list if nothing is left on the PBX. */
export const withdrawPbx = async (
  { db, openLink }: Pick<RunDeps, 'db' | 'openLink'>,
  settings: PbxSettings,
): Promise<readonly Fault[]> => {
  let link: ConfigLink | null = null;
  try {
    link = await openLink(settings);
    return await removeAll(db, link, settings);
  } catch (error) {
    return [faultOf(error, settings)];
  } finally {
    link?.close();
  }
};
