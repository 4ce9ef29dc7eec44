// Ends what an API key created, and what those accounts created in turn, together with the key.
import { sql } from 'kysely';
import { writeAudits } from '../../platform/db/audit.ts';
import type { AuditFact } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { markDialRules } from '../../pbx/provisioning/mark-queries.ts';

export interface EndedLineage {
  readonly userIds: readonly string[];
  readonly keyIds: readonly string[];
  readonly linkIds: readonly string[];
}

interface NamedRow {
  readonly id: string;
  readonly customerId: string | null;
  readonly name: string;
}

const factOf =
  (resource: string, field: string, before: unknown, after: unknown, keyName: string) =>
  ({ id, customerId, name }: NamedRow): AuditFact => ({
    ...{ customerId, action: 'update', resource, resourceId: id, resourceName: name },
    before: { [field]: before },
    after: { [field]: after, viaKeyName: keyName },
  });

/** Disables the accounts that the keys created. Keeps at least one platform administrator active. */
const disableUsers = async (tx: Db, caller: Caller, keyIds: readonly string[]): Promise<NamedRow[]> => {
  const { rows } = await sql<NamedRow>`
    update users u set status = 'disabled', version = u.version + 1, updated_at = console_now()
    where u.via_key_id = any(${keyIds}::uuid[]) and u.status <> 'disabled' and u.id <> ${caller.userId}
      and (not exists (select 1 from roles r where r.id = u.role_id and r.name = 'administrator' and r.built_in)
        or exists (select 1 from users o join roles r on r.id = o.role_id and r.name = 'administrator' and r.built_in
          where o.status = 'active' and o.expires_at is null and not coalesce(o.via_key_id = any(${keyIds}::uuid[]), false)))
    returning u.id, u.customer_id, u.username as name`.execute(tx);
  return rows;
};

const endRest = async (tx: Db, keyIds: readonly string[], usernames: readonly string[]) => {
  const rules = await sql<NamedRow>`
    update acl_rules set enabled = false, version = version + 1, updated_at = console_now()
    where via_key_id = any(${keyIds}::uuid[]) and enabled and effect = 'allow' and kind <> 'network'
    returning id, customer_id, name`.execute(tx);
  await markDialRules(
    tx,
    rules.rows.map((rule) => rule.id),
  );
  const links = await sql<NamedRow>`
    update wallboard_links l set revoked_at = console_now() from wallboards w
    where w.id = l.wallboard_id and l.revoked_at is null and l.created_by = any(${usernames})
    returning l.id, w.customer_id, w.name || ' (' || l.name || ')' as name`.execute(tx);
  const schedules = await sql<NamedRow>`
    update report_schedules set paused = true, version = version + 1, updated_at = console_now()
    where via_key_id = any(${keyIds}::uuid[]) and not paused returning id, customer_id, name`.execute(tx);
  return { rules: rules.rows, links: links.rows, schedules: schedules.rows };
};

const revokeKeys = async (
  tx: Db,
  caller: Caller,
  keyIds: readonly string[],
  userIds: readonly string[],
  reason: string,
) => {
  const { rows } = await sql<NamedRow>`
    update api_keys set status = 'revoked', revoked_by = ${caller.username}, revoked_reason = ${reason},
      version = version + 1, updated_at = console_now()
    where status = 'active' and not id = any(${keyIds}::uuid[])
      and (via_key_id = any(${keyIds}::uuid[]) or owner_user_id = any(${userIds}::uuid[]))
    returning id, customer_id, name || ' (' || prefix || ')' as name`.execute(tx);
  return rows;
};

/**
 * Disables the accounts that the key created, revokes the keys that these accounts own or created and their wallboard links, disables
 * their allow rules and pauses their report schedules, recursively. Every row gets an audit entry.
 */
export const endLineage = async (
  tx: Db,
  caller: Caller,
  key: { readonly id: string; readonly name: string },
): Promise<EndedLineage> => {
  const userIds: string[] = [];
  const keyIds: string[] = [];
  const linkIds: string[] = [];
  let roots: readonly string[] = [key.id];
  while (roots.length > 0) {
    const users = await disableUsers(tx, caller, roots);
    const { rules, links, schedules } = await endRest(
      tx,
      roots,
      users.map((u) => u.name),
    );
    const keys = await revokeKeys(
      tx,
      caller,
      roots,
      users.map((u) => u.id),
      `Created through ${key.name}`,
    );
    await writeAudits(tx, caller, [
      ...users.map(factOf('user', 'status', 'active', 'disabled', key.name)),
      ...rules.map(factOf('acl', 'enabled', true, false, key.name)),
      ...links.map(factOf('wallboard', 'revoked', false, true, key.name)),
      ...schedules.map(factOf('report', 'paused', false, true, key.name)),
      ...keys.map(factOf('apikey', 'status', 'active', 'revoked', key.name)),
    ]);
    userIds.push(...users.map((u) => u.id));
    keyIds.push(...keys.map((k) => k.id));
    linkIds.push(...links.map((l) => l.id));
    roots = keys.map((k) => k.id);
  }
  return { userIds, keyIds, linkIds };
};

/** After a rotation, the new key replaces the old one as creator: rows that end with the old key end with the new one. */
export const moveLineage = async (
  tx: Db,
  from: { readonly id: string; readonly expiresAt: Date | null },
  to: { readonly id: string; readonly expiresAt: Date | null },
): Promise<void> => {
  const ends = (column: string) =>
    sql`${sql.ref(column)} = case when ${sql.ref(column)} = ${from.expiresAt}::timestamptz then ${to.expiresAt}::timestamptz
      else ${sql.ref(column)} end`;
  await sql`update users set via_key_id = ${to.id}, ${ends('expires_at')} where via_key_id = ${from.id}`.execute(tx);
  const rules = await sql<{ id: string }>`update acl_rules set via_key_id = ${to.id}, ${ends('valid_until')}
    where via_key_id = ${from.id} returning id`.execute(tx);
  await markDialRules(
    tx,
    rules.rows.map((rule) => rule.id),
  );
  await sql`update api_keys set via_key_id = ${to.id}, ${ends('expires_at')} where via_key_id = ${from.id}`.execute(tx);
  await sql`update report_schedules set via_key_id = ${to.id} where via_key_id = ${from.id}`.execute(tx);
};
