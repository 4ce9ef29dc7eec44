// Maps row changes to marks of the affected PBX servers: the `changed` functions of nouns that are provisioned.
import type { Db } from '../../platform/db/connect.ts';
import type { Change } from '../../platform/db/rows/resource-store.ts';
import type { StoredRow } from '../../platform/db/rows/stored-row.ts';
import {
  markBelow,
  markCallcenters,
  markCustomer,
  markDialRules,
  markHours,
  markPlan,
  markPrompt,
  markRinging,
  markRows,
  markUsers,
} from './mark-queries.ts';

const isChanged = ({ before, after }: Change, fields: readonly string[]): boolean =>
  before !== null &&
  after !== null &&
  fields.some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));

type MarkChanges = (tx: Db, changes: readonly Change[]) => Promise<void>;

/** Marks the PBX server of each row, and its previous one. */
export const markOwn =
  (resource: string): MarkChanges =>
  (tx, changes) =>
    markRows(
      tx,
      changes.flatMap(({ before, after }) => {
        const rows = [before, after].filter((row): row is StoredRow => row !== null);
        const servers = new Set(rows.map((row) => Number(row['serverId'])));
        return [...servers].map((serverId) => ({ serverId, resource, resourceId: String(rows[0]?.id) }));
      }),
    );

export const markLines: MarkChanges = async (tx, changes) => {
  await markOwn('subscriber')(tx, changes);
  // Memberships are deleted and restored with their line.
  for (const { before, after } of changes) {
    const row = before ?? after;
    if (row !== null && (before === null || after === null)) await markRinging(tx, String(row.id));
  }
};

const OF_CUSTOMER = ['code', 'status', 'country', 'maxConcurrentCalls', 'maxCallsPerSecond', 'defaultAreaCode'];
const OF_CUSTOMER_CALLS = ['recordingDefault', 'emergencyCallerId'];
const OF_THOSE_BELOW = ['maxConcurrentCalls', 'parentId', 'code'];

export const markChangedCustomers: MarkChanges = async (tx, changes) => {
  for (const change of changes) {
    const id = String(change.after?.id);
    const isBelow = isChanged(change, ['parentId']);
    if (isBelow || isChanged(change, [...OF_CUSTOMER, ...OF_CUSTOMER_CALLS])) await markCustomer(tx, id);
    if (isChanged(change, OF_THOSE_BELOW)) await markBelow(tx, id);
  }
};

const OF_CALLCENTER = ['pauseReasons', 'hoursId', 'status', 'language', 'recording'];
const OF_CALLCENTER_WAYS = ['overflowDestination', 'outboundNumber'];

export const markChangedCallcenters: MarkChanges = async (tx, changes) => {
  const changed = changes.filter((change) => isChanged(change, [...OF_CALLCENTER, ...OF_CALLCENTER_WAYS]));
  if (changed.length > 0)
    await markCallcenters(
      tx,
      changed.map(({ after }) => String(after?.id)),
    );
};

export const markChangedHours: MarkChanges = async (tx, changes) => {
  for (const { before, after } of changes) if (before !== null && after !== null) await markHours(tx, String(after.id));
};

/** A new audio file affects the PBX, a new name does not. */
export const markChangedPrompts: MarkChanges = async (tx, changes) => {
  for (const change of changes) if (isChanged(change, ['path'])) await markPrompt(tx, String(change.after?.id));
};

/** A new role, or a deleted user whose lines lose their owner. */
export const markChangedUsers: MarkChanges = (tx, changes) =>
  markUsers(
    tx,
    changes.flatMap((change) =>
      change.before !== null && (change.after === null || isChanged(change, ['roleId']))
        ? String(change.before.id)
        : [],
    ),
  );

export const markChangedRules: MarkChanges = (tx, changes) =>
  markDialRules(tx, changes.flatMap(({ before, after }) => (after ?? before)?.id ?? []).map(String));

/** Only terms that are in force now or later. */
export const markChangedPlans: MarkChanges = async (tx, changes) => {
  for (const change of changes)
    if (isChanged(change, ['terms', 'versionNumber', 'validFrom'])) await markPlan(tx, String(change.after?.id));
};

export const markChangedEndpoints: MarkChanges = (tx, changes) =>
  markRows(
    tx,
    changes
      .filter((change) => change.before === null || isChanged(change, ['consoleUrl', 'maxCalls']))
      .map(({ after }) => ({
        serverId: Number(after?.id),
        resource: 'endpoint',
        resourceId: String(after?.id),
      })),
  );
