import { useCallback, useRef, useSyncExternalStore } from 'react';
import { store } from './live.ts';
import { sameValue } from './same-value.ts';

/**
 * Returns a value computed from many rows, such as totals. Recomputes at most every `everyMs`, so that people can read the figures and
 * click on lists. Renders only if the value differs.
 */
export const useSlow = <T>(topics: readonly string[], everyMs: number, make: () => T): T => {
  const cache = useRef<{ readonly make: () => T; readonly value: T } | null>(null);
  const names = topics.join('\n');
  const subscribe = useCallback(
    (redraw: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let last = -Infinity;
      const recompute = (): void => {
        timer = undefined;
        last = performance.now();
        if (cache.current === null) return;
        const { make: current, value: before } = cache.current;
        const value = current();
        if (sameValue(before, value)) return;
        cache.current = { make: current, value };
        redraw();
      };
      // Recomputes within the store's notification where possible, so that all changes share one render and one frame.
      const onChange = (): void => {
        if (timer !== undefined) return;
        const wait = last + everyMs - performance.now();
        if (wait <= 0) recompute();
        else timer = setTimeout(recompute, wait);
      };
      const ends = names.split('\n').map((name) => store.subscribe(name, onChange));
      onChange();
      return () => {
        for (const end of ends) end();
        clearTimeout(timer);
      };
    },
    [names, everyMs],
  );
  return useSyncExternalStore(subscribe, () => {
    if (cache.current?.make !== make) cache.current = { make, value: make() };
    return cache.current.value;
  });
};
