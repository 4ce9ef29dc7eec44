// What the main thread and the database's worker say to each other.

export interface WorkerSettings {
  /** null: in memory. */
  readonly dataDir: string | null;
  /** A saved data folder (tar) to begin from, or null. */
  readonly template: string | null;
}

export type WorkerRequest = { readonly id: number } & (
  | { readonly kind: 'query'; readonly sql: string; readonly parameters: readonly unknown[] }
  /** Several statements, no parameters, no rows. */
  | { readonly kind: 'script'; readonly sql: string }
  /** How many times a file was synced: proves that commits are durable. */
  | { readonly kind: 'syncs' }
  | { readonly kind: 'save-template'; readonly path: string }
  | { readonly kind: 'close' }
);

export interface WorkerReply {
  /** 0: the database is open (or failed to). */
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

/** A request without its number. */
export type WorkerQuestion = WorkerRequest extends infer R ? (R extends WorkerRequest ? Omit<R, 'id'> : never) : never;
