// A call that must happen once at most marks what it wrote, in the transaction that wrote it. Whoever writes knows nothing
// of keys: the audit trail, written in the same transaction by every noun, carries the mark.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from './connect.ts';

export interface Attempt {
  /** `tx`: the transaction of the change. */
  mark(tx: Db, resource: string, id: string | null): Promise<void>;
}

/** The attempt that the current call belongs to, if it showed a key. */
export const attempts = new AsyncLocalStorage<Attempt>();
