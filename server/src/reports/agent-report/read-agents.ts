// Reads agents of a report, a few agents of one server at a time, to limit memory use.
import { seesWholeCustomer } from '@ringside/core/access/ability.ts';
import { addDays, startOfDay } from '@ringside/core/reports/report-period.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import type { Presence } from '@ringside/core/reports/agent-fact.ts';
import type { Period } from '@ringside/core/reports/report-period.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { PbxSide } from '../../pbx/pbx-links.ts';
import type { DaySpan } from './counted-parts.ts';
import type { AgentInput } from './fold-agents.ts';
import { readFacts, readMemberships, readMergedAgents, readServerIds } from './queries.ts';
import type { AgentScope, MemberOf, PresentOf } from './queries.ts';

const AGENTS_AT_ONCE = 40;

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** Returns the local days of a period, cut at its ends and at the current time. */
export const daysOf = ({ from, to }: Period, timeZone: string, now: number): DaySpan[] => {
  const end = Math.max(from, Math.min(to, now));
  const made: DaySpan[] = [];
  for (let at = from; at < end;) {
    const day = dayOf(at, timeZone);
    const next = Math.min(end, startOfDay(addDays(day, 1), timeZone));
    made.push({ day, from: seconds(at), to: seconds(next) });
    at = next;
  }
  return made;
};

type AgentDeps = { readonly db: Db; readonly pbx: Pick<PbxSide, 'membersOf'> };

export interface Present {
  readonly rows: readonly PresentOf[];
  /** Returns the agent's presence by queue; `null` while the PBX is unreachable. */
  of(serverId: number, agent: string): ReadonlyMap<string, Presence> | null;
  /** Returns the agent's name in reports: their own, or that of the merge target. */
  knownAs(serverId: number, agent: string, customerId: string | null): string;
}

/** Returns current memberships as the PBX servers report them. */
export const readPresent = async (deps: AgentDeps): Promise<Present> => {
  const servers = await readServerIds(deps.db);
  const known = new Map(servers.map((id) => [id, deps.pbx.membersOf(id)]));
  const keyOf = (serverId: number, agent: string, customerId: string | null): string =>
    JSON.stringify([serverId, agent, customerId]);
  const merged = new Map(
    (await readMergedAgents(deps.db)).map((m) => [keyOf(m.serverId, m.interface, m.customerId), m] as const),
  );
  const byAgent = new Map<string, Map<string, Presence>>();
  const rows: PresentOf[] = [];
  for (const [serverId, members] of known) {
    for (const m of members ?? []) {
      const { queue, owner } = m;
      const into = merged.get(keyOf(serverId, m.interface, owner.customerId));
      const agent = into?.intoInterface ?? m.interface;
      rows.push({ serverId, interface: agent, queue, name: into?.intoName || m.name, ...owner });
      const key = `${serverId} ${agent}`;
      const own = byAgent.get(key) ?? new Map<string, Presence>();
      own.set(queue, { loginAt: m.loginAt === null ? null : seconds(m.loginAt), paused: m.paused });
      byAgent.set(key, own);
    }
  }
  return {
    rows,
    of: (serverId, agent) =>
      (known.get(serverId) ?? null) === null ? null : (byAgent.get(`${serverId} ${agent}`) ?? new Map()),
    knownAs: (serverId, agent, customerId) => merged.get(keyOf(serverId, agent, customerId))?.intoInterface ?? agent,
  };
};

/** Groups memberships by agent. Agents of one server are adjacent. */
export const agentsOf = (memberships: readonly MemberOf[]): MemberOf[][] => [
  ...Map.groupBy(memberships, (m) => `${m.serverId} ${m.interface} ${m.customerId ?? ''}`).values(),
];

export async function* readAgents(
  deps: { readonly db: Db },
  caller: Caller,
  scope: AgentScope,
  memberships: readonly MemberOf[],
  present: Present,
): AsyncGenerator<AgentInput, undefined> {
  const byServer = Map.groupBy(agentsOf(memberships), ([first]) => first?.serverId ?? 0);
  for (const [serverId, agents] of byServer) {
    for (let i = 0; i < agents.length; i += AGENTS_AT_ONCE) {
      const batch = agents.slice(i, i + AGENTS_AT_ONCE);
      const names = [...new Set(batch.flatMap(([m]) => (m ? [m.interface] : [])))];
      const facts = await readFacts(deps.db, serverId, names, scope.period);
      const byAgent = Map.groupBy(facts, (f) => `${f.interface} ${f.customerId ?? ''}`);
      for (const own of batch) {
        const [first] = own;
        if (first === undefined) continue;
        const { customerId } = first;
        const all = byAgent.get(`${first.interface} ${customerId ?? ''}`) ?? [];
        yield {
          ...{ serverId, interface: first.interface, customerId, memberships: own },
          // A caller with team scope gets no facts of other teams, not even that a call took place.
          facts: !seesWholeCustomer(caller.reach) ? all.filter((f) => own.some((m) => m.queue === f.queue)) : all,
          present: present.of(serverId, first.interface),
        };
      }
    }
  }
  return undefined;
}

/** Returns memberships in scope, including current ones. */
export const membershipsIn = (
  deps: { readonly db: Db },
  caller: Caller,
  scope: AgentScope,
  present: Present,
): Promise<MemberOf[]> => readMemberships(deps.db, caller, scope, present.rows);
