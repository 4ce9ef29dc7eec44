// What Asterisk made of its files: it answers Success to an option that it then ignores, and an object is just not there.
import { objectKey } from '@ringside/core/pbx/pbx-objects.ts';
import type { PbxObject } from '@ringside/core/pbx/pbx-objects.ts';
import type { ConfigLink } from '../ami/config-link.ts';

/** PJSIP objects that are no endpoint (identifications, registrations) are in no list of names: they count as there. */
const isEndpoint = (object: PbxObject): boolean =>
  object.sections.some(
    (s) => s.sheet === 'endpoints' && s.lines.some((l) => l.name === 'type' && l.value === 'endpoint'),
  );

const missingNow = async (link: ConfigLink, objects: readonly PbxObject[]): Promise<ReadonlySet<string>> => {
  const of = (kind: PbxObject['kind']) => objects.filter((object) => object.kind === kind);
  const missing = new Set<string>();
  const lookUp = (wanted: readonly PbxObject[], there: ReadonlySet<string>): void => {
    for (const { kind, name } of wanted) if (!there.has(name)) missing.add(objectKey(kind, name));
  };
  const phones = of('pjsip').filter(isEndpoint);
  if (phones.length > 0) lookUp(phones, await link.endpoints());
  const queues = of('queue');
  if (queues.length > 0) lookUp(queues, await link.queues());
  for (const { name } of of('dialplan')) {
    if (!(await link.hasContext(name))) missing.add(objectKey('dialplan', name));
  }
  return missing;
};

const EVERY_MS = 300;

/** `objectKey`s of those that Asterisk does not have, asked until it has all or `patienceMs` are over: a reload takes its time. */
export const readBack = async (
  link: ConfigLink,
  objects: readonly PbxObject[],
  patienceMs: number,
): Promise<ReadonlySet<string>> => {
  const until = Date.now() + patienceMs;
  for (;;) {
    const missing = await missingNow(link, objects);
    if (missing.size === 0 || Date.now() >= until) return missing;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
};
