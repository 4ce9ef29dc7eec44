// Agents of a report, one server and some agents at a time, so that memory stays small however long the period.
import { seesWholeCustomer } from '@ringside/core/access/ability.ts';
import { addDays, startOfDay } from '@ringside/core/metrics/report-period.ts';
import { dayOf } from '@ringside/core/metrics/queue-today.ts';
import type { Presence } from '@ringside/core/metrics/agent-fact.ts';
import type { Period } from '@ringside/core/metrics/report-period.ts';
import type { Caller } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import type { DaySpan } from './counted-parts.ts';
import type { AgentInput } from './fold-agents.ts';
import { readFacts, readMemberships, readMergedAgents, readServerIds } from './queries.ts';
import type { AgentScope, MemberOf, PresentOf } from './queries.ts';

const AGENTS_AT_ONCE = 40;

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** The days of a period on the wall's clock, cut by it. Moments to come belong to no one. */
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

type AgentDeps = Pick<Deps, 'db' | 'pbx'>;

export interface Present {
  readonly rows: readonly PresentOf[];
  /** Of an agent by queue; null while his PBX is away. */
  of(serverId: number, agent: string): ReadonlyMap<string, Presence> | null;
  /** As whom the reports know an agent of a PBX: himself, or the one whom he was merged into. */
  knownAs(serverId: number, agent: string, customerId: string | null): string;
}

/** Who is a member of what at this moment, as the PBXs say. */
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

/** Memberships of each agent, agents of one server together. */
export const agentsOf = (memberships: readonly MemberOf[]): MemberOf[][] => [
  ...Map.groupBy(memberships, (m) => `${m.serverId} ${m.interface} ${m.customerId ?? ''}`).values(),
];

export async function* readAgents(
  deps: Pick<Deps, 'db'>,
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
          // Who sees one team is told nothing of the others', not even that somebody talked there.
          facts: !seesWholeCustomer(caller.reach) ? all.filter((f) => own.some((m) => m.queue === f.queue)) : all,
          present: present.of(serverId, first.interface),
        };
      }
    }
  }
  return undefined;
}

/** Memberships in scope, with those of this moment. */
export const membershipsIn = (
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  scope: AgentScope,
  present: Present,
): Promise<MemberOf[]> => readMemberships(deps.db, caller, scope, present.rows);
