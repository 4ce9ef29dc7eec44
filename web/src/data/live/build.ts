// Tracks the build of the page that the console serves. A different build means that this page is out of date.
let first: string | null = null;
let outdated = false;
const listeners = new Set<() => void>();

export const noteBuild = (build: unknown): void => {
  if (typeof build !== 'string') return;
  first ??= build;
  if (outdated || build === first) return;
  outdated = true;
  for (const listener of listeners) listener();
};
export const isOutdated = (): boolean => outdated;
export const onOutdated = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
