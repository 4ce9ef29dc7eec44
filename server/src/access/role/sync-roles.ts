// Writes the built-in roles of the code to the database. Runs after the migrations, so that a new version's abilities apply at once.
import { BUILT_IN_ROLES } from '@ringside/core/contract/access/built-in-roles.ts';
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';

/** `staffTwoFactor`: roles of platform staff require two-factor authentication. */
export const syncRoles = async (db: Db, { staffTwoFactor = false } = {}): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    for (const role of BUILT_IN_ROLES) {
      const asksMore = staffTwoFactor && role.holders === 'platform' ? { requireTwoFactor: true } : {};
      const values = {
        ...asksMore,
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
