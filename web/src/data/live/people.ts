import { type AgentState, agentState } from '@ringside/core/live/select.ts';
import type { MemberRow } from '@ringside/core/live/state.ts';
import { AGENT_STATES, nextChange } from './agent-state.ts';
import { type AgentCounts, noAgents, STATE_RANK } from './tally.ts';

/** Number of agents, each counted once regardless of their queues, in the highest state of their memberships. */
export interface PeopleCount {
  readonly agents: AgentCounts;
  readonly people: number;
}

/** Counts the agents of all queues. Each change costs the same, however many agents there are. */
export interface People {
  /** Reports a changed membership. `row`: `undefined` when it was removed. */
  touched(key: string, row: MemberRow | undefined): void;
  count(): PeopleCount;
  /** Updates states that change without an event. Returns whether a count changed. */
  tick(): boolean;
}

/** One agent: the number of memberships in each state, and the state that counts. */
interface Person {
  readonly name: string;
  readonly states: Record<AgentState, number>;
  memberships: number;
  shown: AgentState;
}

interface Membership {
  readonly person: Person;
  row: MemberRow;
  state: AgentState;
}

const BY_RANK = AGENT_STATES.toSorted((a, b) => STATE_RANK[b] - STATE_RANK[a]);

export const createPeople = (now: () => number): People => {
  const memberships = new Map<string, Membership>();
  const people = new Map<string, Person>();
  const agents = noAgents();
  /** Memberships whose state changes without an event. */
  const endings = new Set<string>();

  /** Shows the highest state of the agent. */
  const show = (person: Person): boolean => {
    const shown = BY_RANK.find((state) => person.states[state] > 0) ?? person.shown;
    if (shown === person.shown) return false;
    agents[person.shown]--;
    agents[shown]++;
    person.shown = shown;
    return true;
  };
  const leave = (key: string): void => {
    const before = memberships.get(key);
    if (before === undefined) return;
    const { person, state } = before;
    memberships.delete(key);
    endings.delete(key);
    person.states[state]--;
    person.memberships--;
    if (person.memberships > 0) show(person);
    else {
      agents[person.shown]--;
      people.delete(person.name);
    }
  };
  const join = (key: string, row: MemberRow, state: AgentState): void => {
    const name = `${row.serverId}\t${row.interface}`;
    const known = people.get(name);
    const person = known ?? { name, states: noAgents(), memberships: 0, shown: state };
    if (known === undefined) {
      people.set(name, person);
      agents[state]++;
    }
    person.states[state]++;
    person.memberships++;
    memberships.set(key, { person, row, state });
    show(person);
  };
  const touched: People['touched'] = (key, row) => {
    if (row === undefined) return leave(key);
    const at = now();
    const state = agentState(row, at);
    if (nextChange(row, at) === null) endings.delete(key);
    else endings.add(key);
    const known = memberships.get(key);
    if (known === undefined) return join(key, row, state);
    known.row = row;
    if (known.state === state) return;
    known.person.states[known.state]--;
    known.person.states[state]++;
    known.state = state;
    show(known.person);
  };

  return {
    touched,
    count: () => ({ agents: { ...agents }, people: people.size }),
    tick: () => {
      let changed = false;
      for (const key of [...endings]) {
        const known = memberships.get(key);
        const before = known?.state;
        touched(key, known?.row);
        changed ||= memberships.get(key)?.state !== before;
      }
      return changed;
    },
  };
};
