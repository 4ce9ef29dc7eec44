// Limits what callers learn about other customers. Refused values that are unique across customers (usernames, e-mail addresses, codes)
// reveal that another customer has them. A caller learns this ten times per hour, which is enough to choose a name and too little to list other
// customers' names.
import type { Caller } from '../../caller/caller.ts';
import { Refusal } from '../../caller/refusal.ts';
import type { Db } from '../connect.ts';
import { countRows } from './list-rows.ts';
import { visibleTo } from './tenant-scope.ts';
import type { ListShape, RowSelect } from './list-rows.ts';
import type { ScopeColumns } from './tenant-scope.ts';

const HOUR = 3_600_000;
const PER_HOUR = 10;
const MOST_KEPT = 10_000;

interface Window {
  readonly since: number;
  readonly count: number;
}

const windows = new WeakMap<Db, Map<string, Window>>();

/** A refusal of a value because of names outside the caller's scope. It counts like a hidden `taken`. */
export class HiddenRefusal extends Refusal {}

/** Returns the refusal for a value that only a row outside the caller's scope blocks: `taken`, or `too-many` after ten in one hour. */
export const hiddenTaken = (db: Db, userId: string, taken: Refusal, now = Date.now()): Refusal => {
  const known = windows.get(db) ?? new Map<string, Window>();
  windows.set(db, known);
  if (known.size > MOST_KEPT) for (const [id, w] of known) if (now - w.since >= HOUR) known.delete(id);
  const before = known.get(userId);
  const current = before === undefined || now - before.since >= HOUR ? { since: now, count: 0 } : before;
  known.set(userId, { ...current, count: current.count + 1 });
  return current.count < PER_HOUR
    ? taken
    : new Refusal('too-many', { retryAfterSeconds: Math.ceil((current.since + HOUR - now) / 1000) });
};

/** Returns whether only rows that the caller cannot see block the refused value. */
export const hiddenOf =
  (shape: ListShape, queries: { select(db: Db): RowSelect<unknown>; readonly scope: ScopeColumns }) =>
  async (handle: Db, caller: Caller, refusal: Refusal, values: Record<string, unknown>): Promise<boolean> => {
    if (caller.customerId === null) return false;
    if (refusal instanceof HiddenRefusal) return true;
    const fault = refusal.errors.find((e) => e.code === 'taken');
    if (fault === undefined) return false;
    const value = String(values[fault.path] ?? '');
    const asked = { ...shape, filters: [fault.path], exactFields: new Set<string>(), narrow: undefined };
    const visible = visibleTo(caller, queries.scope);
    return (await countRows(handle, queries.select(handle), asked, visible, { [fault.path]: value })) === 0;
  };
