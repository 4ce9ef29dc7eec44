// Defines the messages between the main thread and the database worker.

export interface WorkerSettings {
  /** `null`: in memory. */
  readonly dataDir: string | null;
  /** Path of a saved data folder (tar) to start from, or `null`. */
  readonly template: string | null;
  /** Whether commits are synced to the disk. Default: true. Without effect in memory. */
  readonly durable?: boolean;
}

export type WorkerRequest = { readonly id: number } & (
  | { readonly kind: 'query'; readonly sql: string; readonly parameters: readonly unknown[] }
  /** Several statements, no parameters, no rows. */
  | { readonly kind: 'script'; readonly sql: string }
  /** Returns how many times a file was synced, to prove that commits are durable. */
  | { readonly kind: 'syncs' }
  | { readonly kind: 'save-template'; readonly path: string }
  | { readonly kind: 'close' }
);

export interface WorkerReply {
  /** 0 is the reply about opening the database. */
  readonly id: number;
  readonly value?: { readonly rows: Record<string, unknown>[]; readonly affectedRows?: number };
  readonly error?: {
    readonly message: string;
    readonly code?: string;
    readonly constraint?: string;
    readonly table?: string;
    readonly column?: string;
    readonly detail?: string;
  };
}

/** A request without its ID. */
export type WorkerQuestion = WorkerRequest extends infer R ? (R extends WorkerRequest ? Omit<R, 'id'> : never) : never;
