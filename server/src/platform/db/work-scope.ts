// Associates statements with the request that runs them. PostgreSQL cancels a statement that exceeds the request's limits. At the end of a
// shutdown's grace period the database guard refuses further statements of unfinished requests, so that their open transactions roll back.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface StatementLimits {
  /** PostgreSQL's `statement_timeout`, in milliseconds. */
  readonly statementMs: number;
  /** PostgreSQL's `lock_timeout`, in milliseconds. */
  readonly lockMs: number;
}

export interface WorkScope {
  aborted: boolean;
  /** `null` after the request has ended, so that background work that it started has no limits. */
  limits: StatementLimits | null;
}

export const workScope = new AsyncLocalStorage<WorkScope>();
