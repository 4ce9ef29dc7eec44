// A state of queues, agents, callers and calls as flat facts (`member sales PJSIP/101 paused` → `true`), so that two
// accounts of it, the PBX's own and the console's, can be laid side by side.

export type Facts = ReadonlyMap<string, string | number>;

/** Facts that may differ by this much: each side rounds its own clock to whole seconds. */
const TOLERANCE: readonly (readonly [RegExp, number])[] = [
  [/^member .* lastCall$/, 2],
  [/^caller .* wait$/, 2],
];

/** A call is known by the queue that it came through after it has left it for elsewhere; the PBX forgets that. */
const REMEMBERED = /^call .* queue$/;

const close = (key: string, a: string | number, b: string | number): boolean => {
  if (a === b) return true;
  if (typeof a !== 'number' || typeof b !== 'number') return false;
  const tolerance = TOLERANCE.find(([pattern]) => pattern.test(key))?.[1] ?? 0;
  return Math.abs(a - b) <= tolerance;
};

/** What differs, one line each: empty when both accounts agree. `only` restricts the keys that are looked at. */
export const differences = (pbx: Facts, console: Facts, only: (key: string) => boolean = () => true): string[] => {
  const keys = [...new Set([...pbx.keys(), ...console.keys()])].filter(only).sort();
  return keys.flatMap((key) => {
    const a = pbx.get(key);
    const b = console.get(key);
    if (a === undefined && REMEMBERED.test(key)) return [];
    if (a !== undefined && b !== undefined && close(key, a, b)) return [];
    return [`${key}: PBX ${a ?? 'nothing'}, console ${b ?? 'nothing'}`];
  });
};

/** Figures that Asterisk changes without an event of its own; a console may learn them some seconds later. */
export const isAverage = (key: string): boolean => /^queue .* (holdtime|talktime|serviceLevelPerf)$/.test(key);
