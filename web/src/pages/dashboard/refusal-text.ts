// What Asterisk says when it refuses, in the words of people. Sources: the answers of manager actions in app_queue.c and
// manager.c, the same from 16 to 22.

const KNOWN = [
  ['alreadyThere', /already there/i],
  ['noSuchQueue', /no such queue/i],
  ['notDynamic', /not dynamic/i],
  ['notThere', /not there|interface not found|unable to find interface|not in queue/i],
  ['noSuchChannel', /no such channel|channel .*not found/i],
  ['noPermission', /permission denied|not permitted|forbidden/i],
  ['notConnected', /not connected/i],
] as const satisfies readonly (readonly [string, RegExp])[];

export type Refusal = (typeof KNOWN)[number][0];

/** The reason behind a refusal, or null when only the PBX's own words will do. */
export const refusalOf = (message: string): Refusal | null => KNOWN.find(([, say]) => say.test(message))?.[0] ?? null;
