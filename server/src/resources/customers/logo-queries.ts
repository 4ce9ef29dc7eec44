import { writeAudit } from '../../db/audit.ts';
import type { AuditActor } from '../../db/audit.ts';
import type { Db } from '../../db/connect.ts';

export interface NewLogo {
  readonly key: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** null: none any more. In the trail stands that it changed, not the picture. */
export const keepLogo = (
  db: Db,
  actor: AuditActor,
  customer: { readonly id: string; readonly name: string },
  logo: NewLogo | null,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (logo === null) await tx.deleteFrom('customerLogos').where('customerId', '=', customer.id).execute();
    else
      await tx
        .insertInto('customerLogos')
        .values({ ...logo, customerId: customer.id })
        .onConflict((c) => c.column('customerId').doUpdateSet({ ...logo }))
        .execute();
    await writeAudit(tx, actor, {
      ...{ customerId: customer.id, action: 'update', resource: 'customer' },
      ...{ resourceId: customer.id, resourceName: customer.name },
      before: null,
      after: { logo: logo === null ? null : logo.contentType },
    });
  });

export const findLogo = (db: Db, key: string) =>
  db.selectFrom('customerLogos').select(['contentType', 'bytes']).where('key', '=', key).executeTakeFirst();
