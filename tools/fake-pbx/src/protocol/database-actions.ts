// Asterisk's own database (AstDB): values by family and key.
import { render } from '../sim/emit.ts';
import type { World } from '../sim/model.ts';
import { list, refusal, success } from './reply.ts';
import type { Request } from './request.ts';

const NOT_FOUND = 'Database entry not found';
const pathOf = (r: Request): string => `/${r.get('Family')}/${r.get('Key')}`;

export const databasePut = (world: World, r: Request): string => {
  if (r.get('Family') === '') return refusal(r, 'No family specified');
  if (r.get('Key') === '') return refusal(r, 'No key specified');
  world.loaded.database.set(pathOf(r), r.get('Val'));
  return success(r, 'Updated database successfully');
};

export const databaseGet = (world: World, r: Request): string => {
  const value = world.loaded.database.get(pathOf(r));
  if (value === undefined) return refusal(r, NOT_FOUND);
  const body = render([
    ['Family', r.get('Family')],
    ['Key', r.get('Key')],
    ['Val', value],
  ]);
  return list(r, 'Result will follow', [{ event: 'DBGetResponse', body }], 'DBGetComplete');
};

export const databaseDelete = (world: World, r: Request): string =>
  world.loaded.database.delete(pathOf(r)) ? success(r, 'Key deleted successfully') : refusal(r, NOT_FOUND);

export const databaseDeleteTree = (world: World, r: Request): string => {
  const { database } = world.loaded;
  const gone = [...database.keys()].filter((path) => path.startsWith(`/${r.get('Family')}/`));
  for (const path of gone) database.delete(path);
  return gone.length === 0 ? refusal(r, NOT_FOUND) : success(r, 'Key tree deleted successfully');
};
