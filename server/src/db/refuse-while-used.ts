// A row that others depend on is not deleted, and the answer names them.
import type { SelectQueryBuilder } from 'kysely';
import type { Resource } from '@ringside/core/access/ability.ts';
import { Refusal } from '../http/errors.ts';
import type { Fault } from '../http/errors.ts';
import type { Schema } from './schema.ts';

export interface Dependents {
  readonly resource: Resource;
  // oxlint-disable-next-line no-explicit-any -- whichever table depends
  readonly rows: SelectQueryBuilder<Schema, any, { name: string }>;
}

const SHOWN = 3;

/** Throws `conflict` with one `in-use` for each kind of dependent: `params` are `resource`, `count` and the first `names`. */
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
