/** An error that the console or a PBX reported without a command of this page. */
export interface RaisedError {
  readonly id: number;
  readonly message: string;
  readonly serverId: number;
}

interface ErrorBoard {
  raise(message: string, serverId: number): void;
  dismiss(id: number): void;
  dismissAll(): void;
  /** Newest first. Returns the same array until it changes. */
  shown(): readonly RaisedError[];
  subscribe(listener: () => void): () => void;
}

const KEPT = 3;

export const createErrorBoard = (): ErrorBoard => {
  const listeners = new Set<() => void>();
  let errors: readonly RaisedError[] = [];
  let last = 0;
  const become = (next: readonly RaisedError[]): void => {
    errors = next;
    for (const listener of listeners) listener();
  };
  return {
    raise: (message, serverId) => {
      // A repeated message replaces the earlier one.
      const others = errors.filter((e) => e.message !== message || e.serverId !== serverId);
      become([{ id: ++last, message, serverId }, ...others].slice(0, KEPT));
    },
    dismiss: (id) => become(errors.filter((e) => e.id !== id)),
    dismissAll: () => become([]),
    shown: () => errors,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
