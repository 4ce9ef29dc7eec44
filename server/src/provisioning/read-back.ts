// What Asterisk made of its files: it answers Success to an option that it then ignores, and an object is just not there.
import { firstDifference } from '@ringside/core/pbx/compare-told.ts';
import type { ToldDifference } from '@ringside/core/pbx/compare-told.ts';
import { objectKey } from '@ringside/core/pbx/pbx-objects.ts';
import type { PbxObject } from '@ringside/core/pbx/pbx-objects.ts';
import { isIdentification, isRegistration } from '@ringside/core/pbx/flow-names.ts';
import type { ConfigLink } from '../ami/config-link.ts';

/** Of trunks, what identifies and registers them stands beside their endpoint. */
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
  for (const { name } of of('dialplan')) {
    if (!(await link.hasContext(name))) missing.add(objectKey('dialplan', name));
  }
  return missing;
};

/** What is told of each that is not as written, by `objectKey`; of those that Asterisk has. What identifies a trunk is in no list of names. */
const differingNow = async (
  link: ConfigLink,
  objects: readonly PbxObject[],
  missing: Set<string>,
): Promise<ReadonlyMap<string, ToldDifference>> => {
  const differing = new Map<string, ToldDifference>();
  for (const object of objects) {
    const key = objectKey(object.kind, object.name);
    const told = missing.has(key) ? null : await link.tell(object.kind, object.name);
    if (told === null) continue;
    if (isIdentification(object.name) && !told.some((each) => each['ObjectName'] === object.name)) missing.add(key);
    const difference = firstDifference(object, told);
    if (difference !== null) differing.set(key, difference);
  }
  return differing;
};

export interface ReadBack {
  /** `objectKey`s of those that Asterisk does not have. */
  readonly missing: ReadonlySet<string>;
  /** Of those that were looked at closely. */
  readonly differing: ReadonlyMap<string, ToldDifference>;
}

const EVERY_MS = 300;

/** Asked until Asterisk has all, and all of `close` as written, or `patienceMs` are over: a reload takes its time. */
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
    // What was seen to be as written is not asked for again.
    suspects = suspects.filter(({ kind, name }) => {
      const key = objectKey(kind, name);
      return missing.has(key) || differing.has(key);
    });
    if ((missing.size === 0 && differing.size === 0) || Date.now() >= until) return { missing, differing };
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
};
