// Reads agents of reports from packed days, a few customers at a time to limit memory use.
import { seesWholeCustomer } from '@ringside/core/access/ability.ts';
import { withRowSecurity } from '../../platform/db/row-security.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import { customersIn } from '../packed-days.ts';
import { readAgentCustomers, readAgentDays } from './agent-days.ts';
import { createAgentHistory } from './agent-history.ts';
import type { AgentInput } from './fold-agents.ts';
import { AROUND_MS, nameMemberships, readPauseLimits } from './queries.ts';
import type { AgentScope, MemberOf, PauseLimit, PresentOf } from './queries.ts';
import { agentsOf } from './read-agents.ts';
import type { Present } from './read-agents.ts';

const CUSTOMERS_AT_ONCE = 20;

interface AgentLot {
  /** Pause limits of the agents' call centers. */
  readonly limits: readonly PauseLimit[];
  /** Yields the agents of one scope, each created on demand. */
  agentsIn(scope: number): Iterable<AgentInput>;
}

/** History and present combined: the latest row of each membership. */
const withPresent = (members: readonly PresentOf[], present: readonly PresentOf[]): PresentOf[] => {
  const byKey = new Map<string, PresentOf>();
  for (const m of [...members, ...present]) {
    const key = JSON.stringify([m.serverId, m.interface, m.customerId, m.queue]);
    byKey.set(key, m.name === '' ? { ...m, name: byKey.get(key)?.name ?? '' } : m);
  }
  return [...byKey.values()];
};

const customersOfLots = async (
  deps: { readonly db: Db },
  caller: Caller,
  scope: AgentScope,
  present: Present,
  from: number,
  to: number,
): Promise<readonly string[]> => {
  const asked = customersIn(caller, scope.customerId);
  if (asked !== null) return asked;
  const known = await readAgentCustomers(deps.db, from, to);
  return [...new Set([...known, ...present.rows.map((row) => row.customerId ?? '')])].toSorted();
};

/** @param scopes that differ only in their period */
export async function* readAgentLots(
  deps: { readonly db: Db },
  caller: Caller,
  scopes: readonly AgentScope[],
  present: Present,
): AsyncGenerator<AgentLot, undefined> {
  const [first] = scopes;
  if (first === undefined) return undefined;
  const from = Math.min(...scopes.map(({ period }) => period.from)) - AROUND_MS;
  const to = Math.max(...scopes.map(({ period }) => period.to)) + AROUND_MS;
  const customers = await customersOfLots(deps, caller, first, present, from, to);
  for (let i = 0; i < customers.length; i += CUSTOMERS_AT_ONCE) {
    const lot = customers.slice(i, i + CUSTOMERS_AT_ONCE);
    const history = createAgentHistory(await readAgentDays(withRowSecurity(deps.db, caller), lot, from, to));
    const here = present.rows.filter((row) => lot.includes(row.customerId ?? ''));
    const members: MemberOf[][] = [];
    for (const scope of scopes) {
      const known = withPresent(history.membersIn(scope.period), here);
      members.push(known.length === 0 ? [] : await nameMemberships(deps.db, caller, scope, known));
    }
    const callcenters = new Set(members.flatMap((own) => own.flatMap((m) => m.callcenterId ?? [])));
    yield {
      limits: await readPauseLimits(deps.db, caller.language, [...callcenters]),
      *agentsIn(number) {
        const { period } = scopes[number]!;
        for (const own of agentsOf(members[number] ?? [])) {
          const { serverId, interface: agent, customerId } = own[0]!;
          const all = history.factsOf(serverId, agent, customerId, period);
          yield {
            ...{ serverId, interface: agent, customerId, memberships: own },
            // A caller with team scope gets no facts of other teams, not even that a call took place.
            facts: !seesWholeCustomer(caller.reach) ? all.filter((f) => own.some((m) => m.queue === f.queue)) : all,
            present: present.of(serverId, agent),
          };
        }
      },
    };
  }
  return undefined;
}
