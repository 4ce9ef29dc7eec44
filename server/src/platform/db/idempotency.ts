// Stores requests with an Idempotency-Key and their answers for one day. A key is claimed before the call runs, marked in the call's own
// transaction, and receives its answer afterwards.
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { attempts } from './attempt.ts';
import type { Db } from './connect.ts';
import { newId } from './new-id.ts';
import type { Schema } from './schema.ts';
import type { Secrets } from './secrets/secrets.ts';

/** The answer as sent. `body` is absent for 204. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface KeyedRequest {
  readonly caller: string;
  readonly key: string;
  /** Method, path and body. A key cannot be reused for a different request. */
  readonly request: string;
}

export type Claim =
  | { readonly kind: 'new'; readonly work: Work }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer }
  /** The change was committed, but the process ended before it answered. */
  | { readonly kind: 'done'; readonly resource: string; readonly id: string | null }
  | { readonly kind: 'running' }
  | { readonly kind: 'other-request' };

/** One attempt. Ends with exactly one call of `answered` or `failed`. */
interface Work {
  run<T>(handler: () => Promise<T>): Promise<T>;
  answered(answer: StoredAnswer): Promise<void>;
  /** Frees the key unless the attempt has written something, because a write must never be repeated. */
  failed(): Promise<void>;
}

export interface Idempotency {
  claim(keyed: KeyedRequest): Promise<Claim>;
  prune(): Promise<void>;
}

const KEPT_MS = 24 * 60 * 60_000;
/** An attempt of another process that wrote nothing counts as dead after this time. */
const LEASE_MS = 5 * 60_000;

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
const nameOf = (keyed: KeyedRequest): string => JSON.stringify([keyed.caller, keyed.key]);
const boundTo = (keyed: KeyedRequest): string => `idempotency ${nameOf(keyed)}`;

type Row = Selectable<Schema['idempotencyKeys']>;

const claimRow = async (db: Db, row: Omit<Row, 'answer' | 'doneResource' | 'doneId'>): Promise<boolean> => {
  const made = await db
    .insertInto('idempotencyKeys')
    .values(row)
    .onConflict((c) => c.columns(['caller', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  return made !== undefined;
};

const findRow = (db: Db, { caller, key }: KeyedRequest): Promise<Row | undefined> =>
  db.selectFrom('idempotencyKeys').selectAll().where('caller', '=', caller).where('key', '=', key).executeTakeFirst();

/** Deletes the row only if it is unchanged, so that of two processes that find the same dead claim only one claims it again. */
const dropRow = async (db: Db, row: Row): Promise<void> => {
  await db
    .deleteFrom('idempotencyKeys')
    .where('caller', '=', row.caller)
    .where('key', '=', row.key)
    .where('owner', '=', row.owner)
    .where('claimedAt', '=', row.claimedAt)
    .execute();
};

interface Process {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly owner: string;
  /** Attempts of this process that have not ended. */
  readonly running: Set<string>;
}

const workOf = ({ db, secrets, owner, running }: Process, keyed: KeyedRequest): Work => {
  const { caller, key } = keyed;
  const attempt = {
    mark: async (tx: Db, resource: string, id: string | null): Promise<void> => {
      await tx
        .updateTable('idempotencyKeys')
        .set({ doneResource: resource, doneId: id })
        .where('caller', '=', caller)
        .where('key', '=', key)
        .where('owner', '=', owner)
        .where('doneResource', 'is', null)
        .execute();
    },
  };
  return {
    run: (handler) => attempts.run(attempt, handler),
    answered: async (answer) => {
      try {
        await db
          .updateTable('idempotencyKeys')
          .set({ answer: secrets.seal(JSON.stringify(answer), boundTo(keyed)) })
          .where('caller', '=', caller)
          .where('key', '=', key)
          .where('owner', '=', owner)
          .execute();
      } finally {
        running.delete(nameOf(keyed));
      }
    },
    failed: async () => {
      try {
        await db
          .deleteFrom('idempotencyKeys')
          .where('caller', '=', caller)
          .where('key', '=', key)
          .where('owner', '=', owner)
          .where('doneResource', 'is', null)
          .execute();
      } finally {
        running.delete(nameOf(keyed));
      }
    },
  };
};

/** `alone`: no other process uses this database, so another owner's attempt dates from before a restart. */
export const createIdempotency = (db: Db, secrets: Secrets, now: () => number, alone: boolean): Idempotency => {
  const running = new Set<string>();
  const owner = newId();
  const self: Process = { db, secrets, owner, running };

  /** Returns the state of the claim, or `null` if the claim is dead and wrote nothing. */
  const claimState = (row: Row, keyed: KeyedRequest): Exclude<Claim, { kind: 'new' }> | null => {
    const age = now() - row.claimedAt.getTime();
    const alive = row.owner === owner ? running.has(nameOf(keyed)) : !alone && age < LEASE_MS;
    if (age >= KEPT_MS && !alive) return null;
    if (secrets.open(row.request, boundTo(keyed)) !== digest(keyed.request)) return { kind: 'other-request' };
    if (row.answer !== null) {
      return { kind: 'answered', answer: JSON.parse(secrets.open(row.answer, boundTo(keyed))) };
    }
    if (row.owner === owner && alive) return { kind: 'running' };
    if (row.doneResource !== null) return { kind: 'done', resource: row.doneResource, id: row.doneId };
    return alive ? { kind: 'running' } : null;
  };

  const tryClaim = async (keyed: KeyedRequest): Promise<boolean> => {
    const name = nameOf(keyed);
    if (running.has(name)) return false;
    // Register before the row exists: a reader that finds the row must see that the attempt is running.
    running.add(name);
    let made = false;
    try {
      const request = secrets.seal(digest(keyed.request), boundTo(keyed));
      made = await claimRow(db, { caller: keyed.caller, key: keyed.key, owner, claimedAt: new Date(now()), request });
    } finally {
      if (!made) running.delete(name);
    }
    return made;
  };

  return {
    claim: async (keyed) => {
      for (let round = 0; round < 3; round += 1) {
        if (await tryClaim(keyed)) return { kind: 'new', work: workOf(self, keyed) };
        const row = await findRow(db, keyed);
        // The row was deleted between the two statements. Try again.
        if (row === undefined) continue;
        const existing = claimState(row, keyed);
        if (existing !== null) return existing;
        await dropRow(db, row);
      }
      return { kind: 'running' };
    },
    prune: async () => {
      await db
        .deleteFrom('idempotencyKeys')
        .where('claimedAt', '<', new Date(now() - KEPT_MS))
        .execute();
    },
  };
};
