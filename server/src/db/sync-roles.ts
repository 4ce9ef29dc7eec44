// Brings the built-in roles of the code into the database: run after the migrations, so a new version's abilities hold at once.
import { BUILT_IN_ROLES } from '@ringside/core/access/roles.ts';
import type { Db } from './connect.ts';
import { newId } from './new-id.ts';

export const syncRoles = async (db: Db): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    for (const role of BUILT_IN_ROLES) {
      const values = {
        description: role.description,
        reach: role.reach,
        holders: role.holders,
        level: role.level,
        builtIn: true,
      };
      const known = await tx
        .updateTable('roles')
        .set(values)
        .where('name', '=', role.name)
        .where('customerId', 'is', null)
        .returning('id')
        .executeTakeFirst();
      const id = known?.id ?? newId();
      if (known === undefined) {
        await tx
          .insertInto('roles')
          .values({ id, name: role.name, customerId: null, ...values })
          .execute();
      }
      await tx.deleteFrom('roleAbilities').where('roleId', '=', id).execute();
      await tx
        .insertInto('roleAbilities')
        .values(role.abilities.map(({ action, resource }) => ({ roleId: id, action, resource })))
        .execute();
    }
  });
};
