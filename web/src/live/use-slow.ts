import { useEffect, useRef, useState } from 'react';
import { store } from './live.ts';

/**
 * A value made of many rows, such as totals and orders: made again at most every `everyMs`, however often the topics
 * change. People cannot read faster, and lists that jump cannot be clicked.
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
