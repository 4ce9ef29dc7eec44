// Performs one provisioning run on one PBX server, from the desired state to the state of every object.
import type { PbxDriver } from '@ringside/core/pbx/options/pbx-drivers.ts';
import type { IncludeLine, RunCounts, RunProblem } from '@ringside/core/contract/pbx/provisioning.ts';
import type { ConfigFile } from '@ringside/core/asterisk/config-file.ts';
import { KIND_OF_SHEET, objectKey, objectsOf, sheetOf } from '@ringside/core/pbx/pbx-objects.ts';
import type { PbxObject, PbxObjectKind } from '@ringside/core/pbx/pbx-objects.ts';
import { transportGaps } from '@ringside/core/pbx/transport-gaps.ts';
import { isTable, standsInTable } from '@ringside/core/pbx/realtime-tables.ts';
import type { ConfigLink } from '../ami/config-link.ts';
import { ConfigRefused } from '../ami/config-refused.ts';
import { LinkFailure } from '../ami/link-failure.ts';
import type { LinkSettings } from '../ami/settings.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import { assessObjects, splitKey } from './assess-objects.ts';
import { placeFiles, renderPlaced } from './placed-pbx.ts';
import { digestOf, planRun } from './plan-run.ts';
import type { Plan } from './plan-run.ts';
import { readMarks } from './mark-queries.ts';
import { readObjects, writeObjects } from './queries.ts';
import type { PbxSettings, StoredObject } from './queries.ts';
import { readBack } from './read-back.ts';
import { keepRateTables } from './rate-tables.ts';
import type { RateTables } from './rate-tables.ts';
import { readIncludes, readPbx } from './read-pbx.ts';
import type { PbxReading } from './read-pbx.ts';
import { learnModules, learnTransports } from './learn-pbx.ts';
import { writeTables } from './realtime-rows.ts';
import type { RunEnd } from './run-queries.ts';
import { readWanted } from './wanted-queries.ts';
import { partsAfter, reloadKinds, writePlan } from './write-plan.ts';

export interface RunDeps {
  readonly db: Db;
  readonly secrets: Secrets;
  openLink(settings: LinkSettings): Promise<ConfigLink>;
  /** Returns the base URL of the console's sounds: `https://console.example.com/api`. */
  soundsAt(): string;
  readonly rateTables: RateTables;
}

export interface RunOrder {
  /** `look` writes nothing. */
  readonly way: 'write' | 'look';
  /** Whether to overwrite changes made on the PBX. */
  readonly undo: boolean;
  /** An earlier configuration to write instead of the desired state. */
  readonly files: readonly ConfigFile[] | null;
  progress(counts: RunCounts): void;
}

export interface RunResult extends RunEnd {
  /** Include lines of the PBX's files; `null` if they could not be read. */
  readonly includes: readonly IncludeLine[] | null;
  readonly liveLoginWrites: boolean;
  /** Whether a retry may help: the PBX was unreachable or refused a write. */
  readonly again: boolean;
}

export const NO_COUNTS: RunCounts = { created: 0, changed: 0, removed: 0, failed: 0, drift: 0, done: 0, total: 0 };
const PATIENCE_MS = 20_000;
/** Shorter, because tables need no reload. */
const TABLE_PATIENCE_MS = 5_000;

export const problemOf = (error: unknown): RunProblem => {
  if (error instanceof LinkFailure) {
    const { code, params, line } = error.problem;
    return {
      kind: 'link',
      link: { code, ...(params === undefined ? {} : { params: { ...params } }), line },
      params: {},
    };
  }
  if (error instanceof ConfigRefused) return { kind: error.kind, link: null, params: { ...error.params } };
  throw error;
};

/** Marks differences as pending before it contacts the PBX, which may be unreachable. */
const markPending = async (
  db: Db,
  serverId: number,
  digests: ReadonlyMap<string, string>,
  stored: readonly StoredObject[],
): Promise<readonly StoredObject[]> => {
  const byKey = new Map(stored.map((object) => [objectKey(object.kind, object.name), object]));
  const waiting = [...digests]
    .filter(([key, digest]) => byKey.get(key)?.appliedHash !== digest)
    .map(([key]): StoredObject => {
      const known = byKey.get(key);
      return {
        resource: '',
        resourceId: '',
        appliedHash: '',
        appliedAt: null,
        ...known,
        ...splitKey(key),
        state: 'pending',
        reason: null,
        params: {},
      };
    });
  if (waiting.length === 0) return stored;
  await writeObjects(db, serverId, waiting, [], []);
  const now = new Set(waiting.map((o) => `${o.kind} ${o.name}`));
  return [...stored.filter((o) => !now.has(`${o.kind} ${o.name}`)), ...waiting];
};

const mayWrite = (line: string): boolean => line.split(',').some((word) => /^\s*(config|all)\s*$/.test(word));

const liveLoginWrites = async (link: Pick<ConfigLink, 'writeClasses'>, settings: PbxSettings): Promise<boolean> => {
  if (settings.liveUsername === settings.username) return true;
  // A name that is not valid in a file cannot be a login.
  const line = await link.writeClasses(settings.liveUsername).catch((error: unknown) => {
    if (error instanceof LinkFailure) throw error;
    return '';
  });
  return mayWrite(line);
};

/** Kinds that need a reload. Asterisk reads realtime tables on every use. */
const kindsToReload = (
  plan: Plan,
  stored: readonly StoredObject[],
  undo: boolean,
  driver: PbxDriver,
): ReadonlySet<PbxObjectKind> => {
  const written = plan.files
    .filter(({ file }) => !isTable(file.name))
    .map(({ file }) => KIND_OF_SHEET[sheetOf(file.name) ?? 'endpoints']);
  // An interrupted run may have written without a reload. With `undo`, the loaded state is not trusted either.
  const waiting = stored
    .filter((o) => (undo || o.state === 'pending' || o.state === 'failed') && !standsInTable(driver, o.kind, o.name))
    .map((o) => o.kind);
  return new Set([...written, ...waiting]);
};

const carryOut = async (
  { db }: Pick<RunDeps, 'db'>,
  link: ConfigLink,
  { serverId, driver }: PbxSettings,
  plan: Plan,
  stored: readonly StoredObject[],
  order: RunOrder,
): Promise<ReadonlyMap<string, string>> => {
  if (order.way === 'look') return new Map();
  const total = plan.files.reduce((sum, file) => sum + file.batches.length, 0);
  let done = 0;
  order.progress({ ...NO_COUNTS, ...plan.counts, total });
  const wrote = (): void => {
    done += 1;
    order.progress({ ...NO_COUNTS, ...plan.counts, done, total });
  };
  const refused = await writePlan(link, plan.files, (changes) => writeTables(db, serverId, changes), wrote);
  await reloadKinds(link, kindsToReload(plan, stored, order.undo, driver));
  return refused;
};

/** Returns the objects that Asterisk should have now. */
const expected = (plan: Plan, refused: ReadonlyMap<string, string>, order: RunOrder) =>
  [...plan.wanted]
    .filter(([key]) => !refused.has(key) && (order.undo || !plan.drifted.has(key)))
    .filter(([key]) => order.way === 'write' || plan.actual.has(key))
    .map(([, object]) => object);

/** Number of objects that a check compares in detail. The next check takes the next ones. */
const CLOSELY = 200;
const LOOK_MS = 60_000;

const inTurn = (objects: readonly PbxObject[], now: number): readonly PbxObject[] => {
  const turns = Math.ceil(objects.length / CLOSELY);
  const turn = turns === 0 ? 0 : Math.floor(now / LOOK_MS) % turns;
  return objects.slice(turn * CLOSELY, (turn + 1) * CLOSELY);
};

/**
 * Returns objects to compare in detail: those just written, and those that differed last time and may be correct after a restart.
 * A check also takes some other objects in turn, because a runtime change leaves no trace in a file.
 */
const suspicious = (
  objects: readonly PbxObject[],
  plan: Plan,
  stored: readonly StoredObject[],
  order: RunOrder,
): readonly PbxObject[] => {
  const touched = new Set(order.way === 'write' ? plan.files.flatMap((file) => [...file.touches]) : []);
  const differed = new Set(stored.filter((o) => o.reason === 'differs').map((o) => `${o.kind} ${o.name}`));
  const turn = new Set(order.way === 'look' ? inTurn(objects, Date.now()) : []);
  return objects.filter(
    (object) =>
      turn.has(object) ||
      touched.has(objectKey(object.kind, object.name)) ||
      differed.has(`${object.kind} ${object.name}`),
  );
};

/**
 * Returns missing objects whose tables the PBX does not see: either all table objects are missing, or an object that was present
 * before is missing.
 */
const unseenOf = (
  { driver }: PbxSettings,
  objects: readonly PbxObject[],
  missing: ReadonlySet<string>,
  stored: readonly StoredObject[],
): ReadonlySet<string> => {
  const keys = objects
    .filter(({ kind, name }) => standsInTable(driver, kind, name))
    .map(({ kind, name }) => objectKey(kind, name));
  const gone = keys.filter((key) => missing.has(key));
  const wasThere = stored
    .filter(({ state, reason, appliedAt }) => state === 'applied' || (reason === 'not-seen' && appliedAt !== null))
    .map(({ kind, name }) => objectKey(kind, name));
  const isAway = gone.length === keys.length || wasThere.some((key) => gone.includes(key));
  return new Set(isAway ? gone : []);
};

/** Reads and renders the current desired state. */
const readNow = async (
  { db, secrets, soundsAt }: Pick<RunDeps, 'db' | 'secrets' | 'soundsAt'>,
  { serverId, driver }: PbxSettings,
) => {
  const wanted = await readWanted(db, secrets, serverId, soundsAt());
  const now = renderPlaced(wanted.pbx, driver);
  const digestsNow = new Map([...objectsOf(now.files)].map(([key, object]) => [key, digestOf(object)]));
  return { wanted, now, digestsNow };
};

/** Performs the run. PBX errors are part of the result; only database errors reject. */
export const runPbx = async (deps: RunDeps, settings: PbxSettings, order: RunOrder): Promise<RunResult> => {
  const { db } = deps;
  const { serverId } = settings;
  const marks = await readMarks(db, serverId);
  let { wanted, now, digestsNow } = await readNow(deps, settings);
  const before = await readObjects(db, serverId);
  const stored = await markPending(db, serverId, digestsNow, before);
  let link: ConfigLink | null = null;
  let reading: PbxReading | null = null;
  let begun = NO_COUNTS;
  const progress: RunOrder['progress'] = (counts) => {
    begun = counts;
    order.progress(counts);
  };
  try {
    link = await deps.openLink(settings);
    await learnModules(db, link, serverId);
    if (await learnTransports(db, link, serverId)) ({ wanted, now, digestsNow } = await readNow(deps, settings));
    await keepRateTables(db, link, serverId, await deps.rateTables.of(wanted.customers));
    reading = await readPbx(link, db, settings, order.undo && order.way === 'write');
    const files = order.files === null ? now.files : placeFiles(settings.driver, order.files);
    const plan = planRun(files, reading, stored, order.undo);
    const writeRefused = await carryOut(deps, link, settings, plan, stored, { ...order, progress });
    const mostly = settings.driver === 'database' ? TABLE_PATIENCE_MS : PATIENCE_MS;
    const patience = order.way === 'write' ? mostly : 0;
    const objects = expected(plan, writeRefused, order);
    const back = await readBack(link, objects, suspicious(objects, plan, before, order), patience);
    const isChanged = order.way === 'write' && plan.files.length > 0;
    const parts = partsAfter(reading.parts, plan.files, writeRefused);
    const after = isChanged ? await readIncludes(link, db, settings, parts) : reading;
    const unseen = unseenOf(settings, objects, back.missing, stored);
    const verdict = assessObjects({
      ...{ wanted, digestsNow, plan, stored, writeRefused, unseen, ...back },
      gaps: transportGaps(wanted.pbx),
      refusedRows: now.refused,
      taken: reading.taken,
      wrote: order.way === 'write',
      undid: order.undo && order.way === 'write',
      now: new Date(),
    });
    const isDone = order.way === 'write' && order.files === null && writeRefused.size === 0 && unseen.size === 0;
    await writeObjects(db, serverId, verdict.changed, verdict.gone, isDone ? marks : []);
    const total = plan.files.reduce((sum, file) => sum + file.batches.length, 0);
    const [refusedWords] = writeRefused.values();
    return {
      outcome: verdict.failed + unseen.size > 0 ? 'partly' : isChanged ? 'applied' : 'unchanged',
      counts: {
        ...plan.counts,
        ...(order.way === 'look' ? { created: 0, changed: 0, removed: 0 } : {}),
        failed: verdict.failed,
        drift: verdict.drift,
        ...(order.way === 'look' ? { done: 0, total: 0 } : { done: total, total }),
      },
      problem: refusedWords === undefined ? null : { kind: 'refused', link: null, params: { message: refusedWords } },
      files: isChanged && writeRefused.size === 0 ? files : null,
      includes: after.includes,
      liveLoginWrites: await liveLoginWrites(link, settings),
      again: writeRefused.size + unseen.size > 0,
    };
  } catch (error) {
    return {
      outcome: 'failed',
      // Progress so far. The next run completes it.
      counts: begun,
      problem: problemOf(error),
      files: null,
      includes: reading?.includes ?? null,
      liveLoginWrites: false,
      again: true,
    };
  } finally {
    link?.close();
  }
};
