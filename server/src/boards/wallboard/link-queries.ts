// Queries for wallboard links. Rows contain only the hash of the token.
import { sql } from 'kysely';
import type { WallLink } from '@ringside/core/contract/boards/wallboard-links.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { AuditActor } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import { visibleTo } from '../../platform/db/rows/tenant-scope.ts';
import type { Caller } from '../../platform/caller/caller.ts';

export type LinkRow = Omit<WallLink, 'expiresAt' | 'createdAt' | 'lastSeenAt'> & {
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly lastSeenAt: Date | null;
};

const LINK = (now: Date) => sql`l.id, l.name, l.cidrs, l.expires_at, l.created_by, l.created_at, l.last_seen_at,
  l.last_seen_ip, case when l.revoked_at is not null then 'revoked' when l.expires_at <= ${now} then 'expired'
  else 'active' end as status`;

export const listLinks = async (db: Db, wallboardId: string, now: Date): Promise<LinkRow[]> => {
  const { rows } = await sql<LinkRow>`select ${LINK(now)} from wallboard_links l
    where l.wallboard_id = ${wallboardId} order by l.created_at desc, l.id`.execute(db);
  return rows;
};

/** Returns the number of links that are neither revoked nor expired. */
export const countLive = async (db: Db, wallboardId: string, now: Date): Promise<number> =>
  (await listLinks(db, wallboardId, now)).filter((l) => l.status === 'active').length;

interface Board {
  readonly wallboardId: string;
  readonly wallboardName: string;
  readonly customerId: string;
}
interface NewLink extends Board {
  readonly id: string;
  readonly name: string;
  readonly tokenHash: string;
  readonly cidrs: readonly string[];
  readonly expiresAt: Date;
}

const auditLink = (
  tx: Db,
  actor: AuditActor,
  action: 'create' | 'revoke' | 'login',
  board: Board,
  name: string,
  after: Record<string, unknown> | null,
): Promise<void> =>
  writeAudit(tx, actor, {
    customerId: board.customerId,
    action,
    resource: 'wallboard',
    resourceId: board.wallboardId,
    resourceName: `${board.wallboardName} (${name})`,
    before: null,
    after,
  });

export const insertLink = async (db: Db, caller: Caller, link: NewLink): Promise<LinkRow> =>
  db.transaction().execute(async (tx) => {
    const { id, name, cidrs, tokenHash, expiresAt, wallboardId } = link;
    await tx
      .insertInto('wallboardLinks')
      .values({
        ...{ id, wallboardId, name, tokenHash, expiresAt },
        cidrs: JSON.stringify(cidrs),
        revokedAt: null,
        createdBy: caller.username,
        lastSeenAt: null,
      })
      .execute();
    await auditLink(tx, caller, 'create', link, name, { link: name, cidrs, expiresAt: expiresAt.toISOString() });
    const made = (await listLinks(tx, wallboardId, new Date(0))).find((row) => row.id === id);
    if (made === undefined) throw new Error('The new link was not found');
    return made;
  });

export const boardOfLink = async (db: Db, id: string): Promise<string | null> =>
  (await db.selectFrom('wallboardLinks').select('wallboardId').where('id', '=', id).executeTakeFirst())?.wallboardId ??
  null;

/** Returns false if the link is unknown or belongs to another customer. Leaves a link that is already revoked unchanged. */
export const revokeLink = async (db: Db, caller: Caller, id: string, now: Date): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const conditions = [sql`row.id = ${id}`, ...visibleTo(caller, { customer: 'customerId' })];
    const { rows } = await sql<Board & { readonly name: string; readonly revokedAt: Date | null }>`
      select * from (
        select l.id, l.name, l.revoked_at, l.wallboard_id, w.name as wallboard_name, w.customer_id
        from wallboard_links l join wallboards w on w.id = l.wallboard_id
      ) as row where ${sql.join(conditions, sql` and `)}`.execute(tx);
    const [link] = rows;
    if (link === undefined) return false;
    if (link.revokedAt !== null) return true;
    await tx.updateTable('wallboardLinks').set({ revokedAt: now }).where('id', '=', id).execute();
    await auditLink(tx, caller, 'revoke', link, link.name, { link: link.name });
    return true;
  });

/** Audits that a screen opened the link from an address other than the last one. */
export const auditOpening = (db: Db, actor: Omit<AuditActor, 'userId'>, board: Board): Promise<void> =>
  auditLink(db, { ...actor, userId: null }, 'login', board, actor.username, { link: actor.username });
