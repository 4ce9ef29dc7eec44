// Classifies errors that mean that the database is currently unusable. HTTP answers them with 503 and Retry-After.
import { errorCode } from '@ringside/core/base/error-code.ts';

export type UnavailableReason =
  /** The server cannot be reached, or it closed the connection. */
  | 'away'
  /** Every connection is in use, or the server allows no more. */
  | 'busy'
  /** The disk of the embedded database is full. */
  | 'read-only'
  /** Another console holds, or may hold, the lock of this database. */
  | 'lock-lost'
  /** The console is shutting down. */
  | 'stopping'
  /** PostgreSQL canceled a statement of a request that exceeded its limit, or waited too long for a lock. */
  | 'timed-out';

/** Reasons that persist and affect every statement. */
export type OutageReason = Exclude<UnavailableReason, 'timed-out'>;

const MESSAGES: Readonly<Record<UnavailableReason, string>> = {
  away: 'The database is not reachable',
  busy: 'The database has no free connection',
  'read-only': 'The disk is full: the database is read-only',
  'lock-lost': 'The console has lost the lock of the database',
  stopping: 'The console is shutting down',
  'timed-out': 'The database took too long. The statement was cancelled',
};

export class DatabaseUnavailable extends Error {
  readonly reason: UnavailableReason;
  constructor(reason: UnavailableReason, cause?: unknown) {
    super(MESSAGES[reason], cause === undefined ? undefined : { cause });
    this.name = 'DatabaseUnavailable';
    this.reason = reason;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Node.js socket errors, and SQLSTATE class 08 with the states of a server that starts or stops. */
const AWAY_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT|08[0-9A-Z]{3}|57P0[123])$/;
/** The driver's own errors have no code. */
const AWAY_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|The server closed|The embedded database has stopped)/;
/** `53300`: too many connections. BUSY_MESSAGE is the pool's own error after its timeout. */
const BUSY_CODES = new Set(['53300']);
const BUSY_MESSAGE = /^timeout exceeded when trying to connect/;
/** Disk full, or a write while the embedded database is read-only. */
const READ_ONLY_CODES = new Set(['53100', '25006']);

/** `query_canceled` and `lock_not_available`: PostgreSQL's errors after `statement_timeout` or `lock_timeout`. */
const TIMED_OUT_CODES = new Set(['57014', '55P03']);

export const isTimedOut = (error: unknown): boolean => TIMED_OUT_CODES.has(errorCode(error));

/** Returns `null` if the error concerns the statement, not the database. */
export const unavailableReason = (error: unknown): UnavailableReason | null => {
  if (error instanceof DatabaseUnavailable) return error.reason;
  const code = errorCode(error);
  if (BUSY_CODES.has(code) || BUSY_MESSAGE.test(messageOf(error))) return 'busy';
  if (READ_ONLY_CODES.has(code)) return 'read-only';
  if (AWAY_CODES.test(code)) return 'away';
  // If a host name has several addresses (`localhost` is ::1 and 127.0.0.1), the errors arrive as one AggregateError.
  if (error instanceof AggregateError && error.errors.some((part) => AWAY_CODES.test(errorCode(part)))) return 'away';
  return AWAY_MESSAGES.test(messageOf(error)) ? 'away' : null;
};
