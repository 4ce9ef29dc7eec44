// Reads back what Asterisk loaded. It answers Success even for options that it ignores, and then omits the object.
import { firstDifference } from '@ringside/core/pbx/compare-reported.ts';
import type { ReportedDifference } from '@ringside/core/pbx/compare-reported.ts';
import { objectKey } from '@ringside/core/pbx/pbx-objects.ts';
import type { PbxObject } from '@ringside/core/pbx/pbx-objects.ts';
import { isIdentification, isRegistration } from '@ringside/core/pbx/dialplan/flow-names.ts';
import type { ConfigLink } from '../ami/config-link.ts';
import { eachAtOnce } from './at-once.ts';

/** For trunks, `identify` and registration sections are separate from the endpoint. */
const isEndpoint = ({ name }: PbxObject): boolean => !isIdentification(name) && !isRegistration(name);

const missingNow = async (link: ConfigLink, objects: readonly PbxObject[]): Promise<Set<string>> => {
  const of = (kind: PbxObject['kind']) => objects.filter((object) => object.kind === kind);
  const missing = new Set<string>();
  const lookUp = (wanted: readonly PbxObject[], there: ReadonlySet<string>): void => {
    for (const { kind, name } of wanted) if (!there.has(name)) missing.add(objectKey(kind, name));
  };
  const phones = of('pjsip').filter(isEndpoint);
  if (phones.length > 0) lookUp(phones, await link.endpoints());
  const registrations = of('pjsip').filter(({ name }) => isRegistration(name));
  const registered = registrations.length > 0 ? await link.registrations() : null;
  if (registered !== null) lookUp(registrations, registered);
  const queues = of('queue');
  if (queues.length > 0) lookUp(queues, await link.queues());
  const music = of('music');
  const classes = music.length > 0 ? await link.music() : null;
  if (classes !== null) lookUp(music, classes);
  await eachAtOnce(of('dialplan'), async ({ name }) => {
    if (!(await link.hasContext(name))) missing.add(objectKey('dialplan', name));
  });
  return missing;
};

/** Returns differences of existing objects by `objectKey`. `identify` sections of trunks are not listed by name. */
const differingNow = async (
  link: Pick<ConfigLink, 'readObject'>,
  objects: readonly PbxObject[],
  missing: Set<string>,
): Promise<ReadonlyMap<string, ReportedDifference>> => {
  const differing = new Map<string, ReportedDifference>();
  await eachAtOnce(objects, async (object) => {
    const key = objectKey(object.kind, object.name);
    const answer = missing.has(key) ? null : await link.readObject(object.kind, object.name);
    if (answer === null) return;
    if (isIdentification(object.name) && !answer.some((each) => each['ObjectName'] === object.name)) missing.add(key);
    const difference = firstDifference(object, answer);
    if (difference !== null) differing.set(key, difference);
  });
  return differing;
};

interface ReadBack {
  /** `objectKey`s of objects that Asterisk does not have. */
  readonly missing: ReadonlySet<string>;
  /** Differences of the objects that were compared in detail. */
  readonly differing: ReadonlyMap<string, ReportedDifference>;
}

const EVERY_MS = 300;

/** Repeats until Asterisk has all objects, with those of `close` as written, or until `patienceMs` is over, because a reload takes time. */
export const readBack = async (
  link: ConfigLink,
  objects: readonly PbxObject[],
  close: readonly PbxObject[],
  patienceMs: number,
): Promise<ReadBack> => {
  const until = Date.now() + patienceMs;
  let suspects = close;
  for (;;) {
    const missing = await missingNow(link, objects);
    const differing = await differingNow(link, suspects, missing);
    // Objects confirmed as written are not read again.
    suspects = suspects.filter(({ kind, name }) => {
      const key = objectKey(kind, name);
      return missing.has(key) || differing.has(key);
    });
    if ((missing.size === 0 && differing.size === 0) || Date.now() >= until) return { missing, differing };
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
};
