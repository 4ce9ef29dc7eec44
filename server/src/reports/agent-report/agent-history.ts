// Indexes days of agent facts: memberships of each agent, and facts in and around a period.
import type { AgentFact } from '@ringside/core/reports/agent-fact.ts';
import type { Period } from '@ringside/core/reports/report-period.ts';
import type { AgentDay, AgentSource } from './agent-days.ts';
import { AROUND_MS } from './queries.ts';
import type { PresentOf } from './queries.ts';

/** A place combines the index within a day (lower bits) and the day number above these bits. */
const DAY_BITS = 2 ** 26;

interface AgentHistory {
  /** The latest row of each membership with an event in or around the period. The agent's name stays known between events. */
  membersIn(period: Period): PresentOf[];
  /** Returns the facts of the period in order, plus for each membership the last fact before it and the first one after it. */
  factsOf(serverId: number, agent: string, customerId: string | null, period: Period): AgentFact[];
}

const agentKey = (serverId: number, agent: string, customerId: string | null): string =>
  JSON.stringify([serverId, agent, customerId]);

interface Index {
  /** Per day: membership number by source. */
  readonly membersOf: readonly Int32Array[];
  readonly sources: readonly (readonly AgentSource[])[];
  /** Number of memberships, and the places of facts by agent. */
  readonly count: number;
  readonly places: ReadonlyMap<string, number[]>;
}

const indexOf = (days: readonly AgentDay[]): Index => {
  const members = new Map<string, number>();
  const places = new Map<string, number[]>();
  const membersOf = days.map((day, dayNumber) => {
    const owner = day.customerId || null;
    const own = day.sources.map((source) => {
      const key = agentKey(source.serverId, source.interface, owner);
      const list = places.get(key) ?? [];
      places.set(key, list);
      return list;
    });
    const numbers = Int32Array.from(day.sources, (source) => {
      const key = `${agentKey(source.serverId, source.interface, owner)} ${source.queue}`;
      const number = members.get(key) ?? members.size;
      members.set(key, number);
      return number;
    });
    const { source, count } = day.facts;
    for (let i = 0; i < count; i++) own[source[i]!]!.push(dayNumber * DAY_BITS + i);
    return numbers;
  });
  return { membersOf, sources: days.map((day) => day.sources), count: members.size, places };
};

/** Finds for each membership the place of its last fact and of its last fact with a name; -1: none. */
const lastSigns = (days: readonly AgentDay[], { membersOf, sources, count }: Index, from: number, to: number) => {
  const [last, named] = [new Float64Array(count).fill(-1), new Float64Array(count).fill(-1)];
  for (const [dayNumber, { start, facts }] of days.entries()) {
    const [members, own] = [membersOf[dayNumber]!, sources[dayNumber]!];
    for (let i = 0; i < facts.count; i++) {
      const at = start + facts.at[i]!;
      if (at < from || at >= to) continue;
      const source = facts.source[i]!;
      const place = dayNumber * DAY_BITS + source;
      last[members[source]!] = place;
      if (own[source]!.name !== '') named[members[source]!] = place;
    }
  }
  return { last, named };
};

/** @param days in order */
export const createAgentHistory = (days: readonly AgentDay[]): AgentHistory => {
  const index = indexOf(days);
  const dayOf = (place: number): number => Math.floor(place / DAY_BITS);
  const sourceOf = (place: number): AgentSource => index.sources[dayOf(place)]![place % DAY_BITS]!;

  const membersIn = ({ from, to }: Period): PresentOf[] => {
    const { last, named } = lastSigns(days, index, from - AROUND_MS, to + AROUND_MS);
    return [...last].flatMap((place, member) => {
      if (place < 0) return [];
      const name = named[member]! < 0 ? '' : sourceOf(named[member]!).name;
      return [{ ...sourceOf(place), name, customerId: days[dayOf(place)]!.customerId || null }];
    });
  };

  const factsOf: AgentHistory['factsOf'] = (serverId, agent, customerId, { from, to }) => {
    const inside: number[] = [];
    const before = new Map<number, number>();
    const after = new Map<number, number>();
    for (const place of index.places.get(agentKey(serverId, agent, customerId)) ?? []) {
      const { start, facts } = days[dayOf(place)]!;
      const i = place % DAY_BITS;
      const at = start + facts.at[i]!;
      if (at < from - AROUND_MS || at >= to + AROUND_MS) continue;
      const member = index.membersOf[dayOf(place)]![facts.source[i]!]!;
      if (at >= from && at < to) inside.push(place);
      else if (at < from) before.set(member, place);
      else if (!after.has(member)) after.set(member, place);
    }
    const sorted = (places: Iterable<number>): number[] => [...places].toSorted((a, b) => a - b);
    return [...sorted(before.values()), ...inside, ...sorted(after.values())].map((place) => {
      const dayNumber = dayOf(place);
      const { start, facts, sources } = days[dayNumber]!;
      const i = place % DAY_BITS;
      return facts.factAt(i, start, sources[facts.source[i]!]!.queue);
    });
  };

  return { membersIn, factsOf };
};
