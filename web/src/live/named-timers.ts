/** One timer a name: setting it again takes the place of the one before. */
export interface NamedTimers<Name extends string> {
  later(name: Name, ms: number, run: () => void): void;
  clear(name: Name): void;
  clearAll(): void;
}

export const createNamedTimers = <Name extends string>(): NamedTimers<Name> => {
  const timers = new Map<Name, ReturnType<typeof setTimeout>>();
  return {
    later: (name, ms, run) => {
      clearTimeout(timers.get(name));
      timers.set(name, setTimeout(run, ms));
    },
    clear: (name) => clearTimeout(timers.get(name)),
    clearAll: () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
};
