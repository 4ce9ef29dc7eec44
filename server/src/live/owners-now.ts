// Who owns what at this moment, for a work that reads it once.
import type { Db } from '../db/connect.ts';
import { readOwners } from './owner-queries.ts';
import { createOwners } from './owners.ts';
import type { Owners } from './owners.ts';

export const ownersNow = async (db: Db): Promise<Owners> => {
  const owners = createOwners();
  owners.replace(await readOwners(db));
  return owners;
};
