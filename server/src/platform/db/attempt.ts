// Lets a call with an idempotency key mark its writes in the transaction of the change. Every change writes the audit trail in that
// transaction, so the audit entry sets the mark and writers need no knowledge of keys.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from './connect.ts';

interface Attempt {
  /** `tx`: the transaction of the change. */
  mark(tx: Db, resource: string, id: string | null): Promise<void>;
}

/** The attempt of the current call, if it has an idempotency key. */
export const attempts = new AsyncLocalStorage<Attempt>();
