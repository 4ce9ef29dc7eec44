// Writes the audit trail in the transaction of the change, and reads the authors of a row from it.
import { sql } from 'kysely';
import type { AuditAction } from '@ringside/core/contract/access/audit-actions.ts';
import type { RowAuthors } from '@ringside/core/contract/resource.ts';
import { attempts } from './attempt.ts';
import type { Db } from './connect.ts';
import { newId } from './new-id.ts';

export interface AuditActor {
  readonly userId: string | null;
  readonly username: string;
  readonly ip: string;
  readonly userAgent: string;
  /** Username of the user who impersonated this user. */
  readonly actedBy?: string | null;
  readonly apiKey?: { readonly name: string } | null;
}

export interface AuditFact {
  /** Customer of the changed row. `null`: the platform. */
  readonly customerId: string | null;
  readonly action: AuditAction;
  readonly resource: string;
  readonly resourceId: string | null;
  readonly resourceName: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

const json = (value: Readonly<Record<string, unknown>> | null): string | null =>
  value === null ? null : JSON.stringify(value);

const entryOf = (actor: AuditActor, fact: AuditFact) => ({
  id: newId(),
  customerId: fact.customerId,
  userId: actor.userId,
  username: actor.username.slice(0, 254),
  action: fact.action,
  resource: fact.resource,
  resourceId: fact.resourceId,
  resourceName: fact.resourceName,
  before: json(fact.before),
  after: json(fact.after),
  ip: actor.ip,
  userAgent: actor.userAgent,
  actedBy: actor.actedBy ?? (actor.apiKey ? `API key ${actor.apiKey.name}` : null),
});

/** Writes the entries in the order of `facts`. */
export const writeAudits = async (db: Db, actor: AuditActor, facts: readonly AuditFact[]): Promise<void> => {
  const [first] = facts;
  if (first === undefined) return;
  await db
    .insertInto('audit')
    .values(facts.map((fact) => entryOf(actor, fact)))
    .execute();
  await attempts.getStore()?.mark(db, first.resource, first.resourceId);
};

export const writeAudit = (db: Db, actor: AuditActor, fact: AuditFact): Promise<void> => writeAudits(db, actor, [fact]);

interface AuthorEntry {
  readonly at: Date;
  readonly username: string;
  readonly actedBy: string | null;
}

const readAuthor = async (
  db: Db,
  resource: string,
  id: string | number,
  actions: readonly string[],
  first: boolean,
) => {
  const { rows } = await sql<AuthorEntry>`select at, username, acted_by from audit
    where resource = ${resource} and resource_id = ${String(id)} and action in (${sql.join(actions)})
    order by seq ${sql.raw(first ? 'asc' : 'desc')} limit 1`.execute(db);
  const found = rows[0];
  return found === undefined
    ? { at: null, by: null }
    : { at: found.at.toISOString(), by: { username: found.username, actedBy: found.actedBy } };
};

/** Returns the users who created the row and last changed it, from the audit trail, so that tables need no such columns. */
export const authorsOf = async (db: Db, resource: string, id: string | number): Promise<RowAuthors> => {
  const made = await readAuthor(db, resource, id, ['create'], true);
  const changed = await readAuthor(db, resource, id, ['update', 'restore'], false);
  return { createdAt: made.at, createdBy: made.by, updatedAt: changed.at, updatedBy: changed.by };
};
