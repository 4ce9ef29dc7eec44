// The audit trail is written in the transaction of the change: neither is without the other.
import type { AuditAction } from '@ringside/core/contract/audit-actions.ts';
import { attempts } from './attempt.ts';
import type { Db } from './connect.ts';
import { newId } from './new-id.ts';

export interface AuditActor {
  readonly userId: string | null;
  readonly username: string;
  readonly ip: string;
  readonly userAgent: string;
  /** User name of who acted in the user's name. */
  readonly actedBy?: string | null;
  readonly apiKey?: { readonly name: string } | null;
}

export interface AuditFact {
  /** Whose data it is about; null: the platform's. */
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

/** In this order. */
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
