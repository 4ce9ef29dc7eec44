// Returns the current owners, for work that needs them once.
import type { Db } from '../platform/db/connect.ts';
import { readOwners } from './owner-queries.ts';
import { createOwners } from './owners.ts';
import type { Owners } from './owners.ts';

export const ownersNow = async (db: Db): Promise<Owners> => {
  const owners = createOwners();
  owners.replace(await readOwners(db));
  return owners;
};
