// Refuses to delete a row with dependents, and names them in the answer.
import type { SelectQueryBuilder } from 'kysely';
import type { Resource } from '@ringside/core/access/ability.ts';
import { Refusal } from '../../caller/refusal.ts';
import type { Fault } from '../../caller/refusal.ts';
import type { Schema } from '../schema.ts';

interface Dependents {
  readonly resource: Resource;
  // oxlint-disable-next-line no-explicit-any -- whichever table depends
  readonly rows: SelectQueryBuilder<Schema, any, { name: string }>;
}

const SHOWN = 3;

/** Throws `conflict` with one `in-use` for each kind of dependent. `params` holds `resource`, `count` and the first `names`. */
export const refuseWhileUsed = async (dependents: readonly Dependents[]): Promise<void> => {
  const faults: Fault[] = [];
  for (const { resource, rows } of dependents) {
    const found = await rows.limit(1000).execute();
    if (found.length === 0) continue;
    const names = found.slice(0, SHOWN).map((row) => row.name);
    const more = found.length > SHOWN ? ', …' : '';
    faults.push({
      path: '',
      code: 'in-use',
      params: { resource, count: found.length, names: names.join(', ') + more },
    });
  }
  if (faults.length > 0) throw new Refusal('conflict', { errors: faults });
};
