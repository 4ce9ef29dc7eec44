import { writeAudit } from '../../platform/db/audit.ts';
import type { AuditActor } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { RowOf } from '../../platform/db/schema.ts';

interface NewLogo {
  readonly key: string;
  readonly contentType: RowOf<'customerLogos'>['contentType'];
  readonly bytes: Uint8Array;
}

/** Stores or removes (`null`) the logo. The audit trail records the change, but not the image. */
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
