import type { ListView } from '@ringside/core/contract/views.ts';
import type { Db } from '../../db/connect.ts';

export const readViews = async (db: Db, userId: string): Promise<ListView[]> => {
  const rows = await db
    .selectFrom('listViews')
    .select(['list', 'columns', 'density'])
    .where('userId', '=', userId)
    .orderBy('list')
    .execute();
  return rows as ListView[];
};

export const writeView = async (db: Db, userId: string, { list, columns, density }: ListView): Promise<void> => {
  const values = { columns: columns === null ? null : JSON.stringify(columns), density };
  await db
    .insertInto('listViews')
    .values({ userId, list, ...values })
    .onConflict((c) => c.columns(['userId', 'list']).doUpdateSet(values))
    .execute();
};
