// Determines the state of each object after a run, as database rows.
import type { TransportKind } from '@ringside/core/pbx/options/line-transports.ts';
import type { ReportedDifference } from '@ringside/core/pbx/compare-reported.ts';
import { objectKey, ownersOf } from '@ringside/core/pbx/pbx-objects.ts';
import type { PbxObjectKind } from '@ringside/core/pbx/pbx-objects.ts';
import type { RefusedRow } from '@ringside/core/pbx/sheets.ts';
import type { ObjectReason } from '@ringside/core/contract/pbx/provisioning.ts';
import type { Plan } from './plan-run.ts';
import type { StoredObject } from './queries.ts';
import type { Wanted } from './wanted-queries.ts';

interface RunFacts {
  readonly wanted: Wanted;
  /** Digests of the current desired state. A rollback writes a different state. */
  readonly digestsNow: ReadonlyMap<string, string>;
  readonly refusedRows: readonly RefusedRow[];
  readonly taken: ReadonlySet<string>;
  readonly plan: Plan;
  readonly stored: readonly StoredObject[];
  /** False after a dry run: differences are pending. */
  readonly wrote: boolean;
  /** Whether manual changes were overwritten. */
  readonly undid: boolean;
  /** Messages of the PBX by `objectKey`. */
  readonly writeRefused: ReadonlyMap<string, string>;
  readonly missing: ReadonlySet<string>;
  /** The subset of `missing` whose tables the PBX does not see. */
  readonly unseen: ReadonlySet<string>;
  readonly differing: ReadonlyMap<string, ReportedDifference>;
  /** Missing transport kind of lines that require one, by `objectKey`. */
  readonly gaps: ReadonlyMap<string, TransportKind>;
  readonly now: Date;
}

interface Assessment {
  /** Only rows that differ from the stored ones. */
  readonly changed: readonly StoredObject[];
  readonly gone: readonly { readonly kind: PbxObjectKind; readonly name: string }[];
  readonly failed: number;
  readonly drift: number;
}

type Verdict = Pick<StoredObject, 'state' | 'reason' | 'params'>;

const reason = (state: StoredObject['state'], code: ObjectReason, params: Verdict['params'] = {}): Verdict => ({
  state,
  reason: code,
  params,
});
const PENDING: Verdict = { state: 'pending', reason: null, params: {} };
const APPLIED: Verdict = { state: 'applied', reason: null, params: {} };

/** Splits an `objectKey`. */
export const splitKey = (key: string): { kind: PbxObjectKind; name: string } => {
  const at = key.indexOf(' ');
  return { kind: key.slice(0, at) as PbxObjectKind, name: key.slice(at + 1) };
};

const sameRow = (a: StoredObject | undefined, b: StoredObject): boolean =>
  a !== undefined &&
  a.state === b.state &&
  a.reason === b.reason &&
  a.appliedHash === b.appliedHash &&
  a.resource === b.resource &&
  a.resourceId === b.resourceId &&
  JSON.stringify(a.params) === JSON.stringify(b.params);

/** Returns rows that must not be written to the PBX, by the key of their object. */
const refusedByKey = (facts: RunFacts): ReadonlyMap<string, RefusedRow> => {
  const byRow = new Map(facts.refusedRows.map((row) => [`${row.kind} ${row.id}`, row]));
  const found = new Map<string, RefusedRow>();
  for (const [key, owner] of ownersOf(facts.wanted.pbx)) {
    const row = byRow.get(`${owner.resource} ${owner.id}`);
    if (row !== undefined && !facts.plan.wanted.has(key)) found.set(key, row);
  }
  return found;
};

export const assessObjects = (facts: RunFacts): Assessment => {
  const { plan, digestsNow } = facts;
  const stored = new Map(facts.stored.map((object) => [objectKey(object.kind, object.name), object]));
  const owners = ownersOf(facts.wanted.pbx);
  const refused = refusedByKey(facts);
  const verdictOf = (key: string): Verdict => {
    const row = refused.get(key);
    if (row !== undefined) return reason('failed', 'value-refused', { field: row.field, reason: row.reason });
    if (facts.taken.has(key)) return reason('failed', 'name-taken', { name: splitKey(key).name });
    const words = facts.writeRefused.get(key);
    if (words !== undefined) return reason('failed', 'write-refused', { message: words });
    const before = stored.get(key);
    if (!plan.wanted.has(key) && !digestsNow.has(key)) return reason('drift', 'changed-there');
    if (plan.drifted.has(key) && !facts.undid) {
      return reason('drift', plan.actual.has(key) ? 'changed-there' : 'deleted-there');
    }
    const writtenNow = facts.wrote && plan.digests.get(key) === digestsNow.get(key);
    const writtenBefore = before !== undefined && before.appliedHash === digestsNow.get(key);
    if (!writtenNow && !(writtenBefore && !facts.wrote)) return PENDING;
    if (facts.unseen.has(key)) return reason('pending', 'not-seen', { name: splitKey(key).name });
    if (facts.missing.has(key)) return reason('failed', 'not-loaded', { name: splitKey(key).name });
    const difference = facts.differing.get(key);
    if (difference !== undefined) return reason('failed', 'differs', { ...difference });
    const lacking = facts.gaps.get(key);
    return lacking === undefined ? APPLIED : reason('failed', 'no-transport', { transport: lacking });
  };
  const rowOf = (key: string): StoredObject => {
    const verdict = verdictOf(key);
    const before = stored.get(key);
    const owner = owners.get(key);
    const digest = plan.digests.get(key) ?? '';
    const isWritten = facts.wrote && digest !== '' && !facts.writeRefused.has(key) && verdict.state !== 'drift';
    const appliedHash = isWritten ? digest : (before?.appliedHash ?? '');
    const isSame = before !== undefined && before.appliedHash === appliedHash && before.state === verdict.state;
    const tenantId = owner?.resource === 'tenant' ? (facts.wanted.customers.get(owner.id) ?? '') : '';
    return {
      ...splitKey(key),
      ...verdict,
      resource:
        owner === undefined ? (before?.resource ?? '') : owner.resource === 'tenant' ? 'customer' : owner.resource,
      resourceId: owner === undefined ? (before?.resourceId ?? '') : tenantId === '' ? owner.id : tenantId,
      appliedHash,
      appliedAt: verdict.state === 'applied' && !isSame ? facts.now : (before?.appliedAt ?? null),
    };
  };
  const foreign = facts.undid ? [] : [...plan.foreign];
  // Objects that could not be removed still exist.
  const unremoved = facts.wrote
    ? [...stored.keys()].filter((key) => !digestsNow.has(key) && facts.writeRefused.has(key))
    : [...stored.keys()].filter((key) => !digestsNow.has(key) && plan.actual.has(key));
  const keys = new Set([...digestsNow.keys(), ...plan.wanted.keys(), ...refused.keys(), ...foreign, ...unremoved]);
  for (const key of facts.taken) if (owners.has(key)) keys.add(key);
  const rows = [...keys].map((key) => {
    const row = rowOf(key);
    // A check found objects that the next run will remove.
    return unremoved.includes(key) && !facts.wrote && !plan.foreign.has(key) ? { ...row, ...PENDING } : row;
  });
  return {
    changed: rows.filter((row) => !sameRow(stored.get(objectKey(row.kind, row.name)), row)),
    gone: [...stored.keys()].filter((key) => !keys.has(key)).map(splitKey),
    failed: rows.filter((row) => row.state === 'failed').length,
    drift: rows.filter((row) => row.state === 'drift').length,
  };
};
