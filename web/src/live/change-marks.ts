import { createListeners, type Listeners } from './listeners.ts';

/** What changed since the listeners were last told; they are told once a frame, whatever came in between. */
export interface ChangeMarks {
  readonly mark: (topic: string) => void;
  /** Tells the listeners now, instead of at the next frame. */
  readonly flush: () => void;
  readonly on: Listeners['on'];
}

/** `widen` adds topics that follow from those that changed. `schedule` runs once, soon. */
export const createChangeMarks = (
  schedule: (run: () => void) => void,
  widen: (topics: readonly string[]) => readonly string[],
): ChangeMarks => {
  const listeners = createListeners();
  const changed = new Set<string>();
  let scheduled = false;
  const flush = (): void => {
    scheduled = false;
    const topics = [...changed];
    changed.clear();
    listeners.tell([...topics, ...widen(topics)]);
  };
  return {
    mark: (topic) => {
      changed.add(topic);
      if (scheduled) return;
      scheduled = true;
      schedule(flush);
    },
    flush,
    on: listeners.on,
  };
};
