// Converts the state of queues, agents, callers and calls to flat facts (`member sales PJSIP/101 paused` → `true`), to compare the PBX with
// the console.

export type Facts = ReadonlyMap<string, string | number>;

/** Allowed differences, because each side rounds its own clock to whole seconds. */
const TOLERANCE: readonly (readonly [RegExp, number])[] = [
  [/^member .* lastCall$/, 2],
  [/^caller .* wait$/, 2],
];

/** The console remembers the queue of a call that has left it. The PBX does not. */
const REMEMBERED = /^call .* queue$/;

const close = (key: string, a: string | number, b: string | number): boolean => {
  if (a === b) return true;
  if (typeof a !== 'number' || typeof b !== 'number') return false;
  const tolerance = TOLERANCE.find(([pattern]) => pattern.test(key))?.[1] ?? 0;
  return Math.abs(a - b) <= tolerance;
};

/** Returns one line per difference; empty if both agree. `only` restricts the compared keys. */
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

/** Returns whether a figure changes in Asterisk without an event. The console may learn it some seconds later. */
export const isAverage = (key: string): boolean => /^queue .* (holdtime|talktime|serviceLevelPerf)$/.test(key);
