// Routes to merge agents in reports and to undo a merge. Audit entry and changed facts are one transaction.
import type { FastifyInstance } from 'fastify';
import { seesWholeCustomer } from '@ringside/core/access/ability.ts';
import * as contract from '@ringside/core/contract/reports/agent-merges.ts';
import type { AgentMerge } from '@ringside/core/contract/reports/agent-merges.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { addMerge, dropMerge, hasMerged, previewMerge, readCustomersOfTwo, readMerges } from './merge-queries.ts';
import type { TwoAgents } from './merge-queries.ts';

type Row = Awaited<ReturnType<typeof readMerges>>[number];
type Asked = Omit<TwoAgents, 'customerId'> & { readonly customerId?: string | undefined };

const shown = ({ customerId: _whose, createdAt, ...row }: Row): AgentMerge => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

/** Callers with team scope may not merge, because it affects other teams. */
const mayMerge = (caller: Caller): void => {
  if (!seesWholeCustomer(caller.reach)) throw new Refusal('forbidden');
};

/** @throws Refusal */
const twoOf = async (db: Db, caller: Caller, asked: Asked): Promise<TwoAgents> => {
  mayMerge(caller);
  if (asked.interface === asked.into) throw new Refusal('invalid', { errors: [{ path: 'into', code: 'same-agent' }] });
  const [customerId, another] = await readCustomersOfTwo(db, caller, asked);
  if (customerId === undefined) throw new Refusal('not-found');
  if (another !== undefined) throw new Refusal('invalid', { errors: [{ path: 'customerId', code: 'required' }] });
  const two = { ...asked, customerId };
  if (await hasMerged(db, two)) throw new Refusal('conflict', { errors: [{ path: 'interface', code: 'has-merged' }] });
  return two;
};

const audit = (db: Db, caller: Caller, action: 'create' | 'delete', row: Row): Promise<void> => {
  const { serverId, interface: agent, name, intoInterface, intoName } = row;
  const told = { report: 'agents', serverId, interface: agent, name, intoInterface, intoName };
  return writeAudit(db, caller, {
    ...{ customerId: row.customerId, action, resource: 'report', resourceId: row.id },
    resourceName: `${name || agent} → ${intoName || intoInterface}`,
    before: action === 'create' ? null : told,
    after: action === 'create' ? told : null,
  });
};

const one = async (db: Db, caller: Caller, id: string): Promise<Row> => {
  const [row] = await readMerges(db, caller, id);
  if (row === undefined) throw new Refusal('not-found');
  return row;
};

export const registerAgentMerges = (app: FastifyInstance, { db }: { readonly db: Db }): void => {
  registerRoute(app, contract.listAgentMerges, async ({ caller }) => ({
    data: seesWholeCustomer(caller.reach) ? (await readMerges(db, caller)).map(shown) : [],
  }));
  registerRoute(app, contract.previewAgentMerge, async ({ caller, query }) => {
    const { firstAt, lastAt, ...looked } = await previewMerge(db, await twoOf(db, caller, query));
    return { ...looked, firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() };
  });
  registerRoute(app, contract.mergeAgents, async ({ caller, body }) =>
    db.transaction().execute(async (tx) => {
      const two = await twoOf(tx, caller, body);
      const id = await addMerge(tx, two, await previewMerge(tx, two), caller.username);
      if (id === null) throw new Refusal('conflict', { errors: [{ path: 'interface', code: 'has-merged' }] });
      const row = await one(tx, caller, id);
      await audit(tx, caller, 'create', row);
      return shown(row);
    }),
  );
  registerRoute(app, contract.undoAgentMerge, async ({ caller, params }) =>
    db.transaction().execute(async (tx) => {
      mayMerge(caller);
      const row = await one(tx, caller, params.id);
      await dropMerge(tx, row);
      await audit(tx, caller, 'delete', row);
      return undefined;
    }),
  );
};
