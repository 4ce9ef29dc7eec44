import { useEffect, useRef, useState } from 'react';
import { store } from './live.ts';

/**
 * Returns a value computed from many rows, such as totals. Recomputes at most every `everyMs`, so that people can read the figures and
 * click on lists.
 */
export const useSlow = <T>(topics: readonly string[], everyMs: number, make: () => T): T => {
  const [, redraw] = useState(0);
  const cache = useRef<{ readonly make: () => T; readonly value: T } | null>(null);
  const names = topics.join('\n');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = 0;
    const fire = (): void => {
      timer = undefined;
      last = performance.now();
      cache.current = null;
      redraw((n) => n + 1);
    };
    const hear = (): void => {
      timer ??= setTimeout(fire, Math.max(0, last + everyMs - performance.now()));
    };
    const ends = names.split('\n').map((name) => store.subscribe(name, hear));
    hear();
    return () => {
      for (const end of ends) end();
      clearTimeout(timer);
    };
  }, [names, everyMs]);
  if (cache.current?.make !== make) cache.current = { make, value: make() };
  return cache.current.value;
};
