// Lists the rows behind a figure of the agent report, from the same timelines as the report.
import type { z } from 'zod';
import { can } from '@ringside/core/access/ability.ts';
import type { AgentMoment, listAgentMoments } from '@ringside/core/contract/reports/agent-moments.ts';
import { formatNumber } from '@ringside/core/base/phone.ts';
import { agentMoments, type Moment } from '@ringside/core/reports/agent-moments.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { createYielder } from '../../platform/documents/yielder.ts';
import { readAgentLots } from './agent-lots.ts';
import { counted, createParts, type Part } from './counted-parts.ts';
import { callcentersOf, limitOf, nameOf, rowsOf, timelineOf, wholeOf, type AgentInput } from './fold-agents.ts';
import { agentScope } from './make-agent-report.ts';
import type { ReportDeps } from './make-agent-report.ts';
import { readCallsOf } from './queries.ts';
import type { PauseLimit } from './queries.ts';
import { daysOf, readPresent } from './read-agents.ts';

type Asked = z.output<(typeof listAgentMoments)['query']>;

interface Found {
  readonly agent: AgentInput;
  readonly moment: Moment;
  readonly limits: readonly PauseLimit[];
}

const latestFirst = (a: Found, b: Found): number =>
  b.moment.from - a.moment.from || (a.agent.interface < b.agent.interface ? -1 : 1);

/** Keeps only the rows that a page needs, to limit memory use. */
const createPage = (most: number) => {
  let kept: Found[] = [];
  let [total, seconds] = [0, 0];
  return {
    add: (found: Found): void => {
      total++;
      seconds += found.moment.seconds;
      kept.push(found);
      if (kept.length > 2 * most + 1000) kept = kept.toSorted(latestFirst).slice(0, most);
    },
    done: () => ({ kept: kept.toSorted(latestFirst).slice(0, most), total, seconds }),
  };
};

/** Returns an agent's timelines for one row of the report or for the whole report, with the parts that count. */
const linesOf = (agent: AgentInput, { groupBy, key }: Asked, now: number, partsOf: ReturnType<typeof createParts>) => {
  const timeline = timelineOf(agent, now);
  if (key !== undefined && groupBy !== 'day')
    return rowsOf(agent, groupBy, timeline, now, partsOf).filter(({ row }) => row.key === key);
  const parts = partsOf(callcentersOf(agent));
  const shown =
    key === undefined ? parts : parts.map((part): Part => ({ ...part, counts: part.counts && part.day === key }));
  return [{ timeline, parts: shown }];
};

const iso = (at: number): string => new Date(at * 1000).toISOString();

/** The caller's own agents in reports. */
interface Own {
  has(agent: Pick<AgentInput, 'serverId' | 'interface'>): boolean;
}

/** `own`: only these agents, with names of the callers. Throws `invalid` for an empty or too long period. */
export const makeAgentMoments = async (deps: ReportDeps, caller: Caller, asked: Asked, own?: Own) => {
  const {
    set,
    key: _key,
    reason,
    page,
    perPage,
    groupBy: _group,
    format: _format,
    headings: _headings,
    ...filters
  } = asked;
  const scope = await agentScope(deps, caller, filters);
  const present = await readPresent(deps);
  const now = Math.floor(deps.now() / 1000);
  const days = daysOf(scope.period, scope.timeZone, deps.now());
  const partsOf = createParts(days, scope.open);
  const paged = createPage(page * perPage);
  const yieldIfDue = createYielder();
  for await (const { limits, agentsIn } of readAgentLots(deps, caller, [scope], present)) {
    for (const agent of agentsIn(0)) {
      if (own?.has(agent) === false) continue;
      const mostOf = (why: string): number | null => {
        const minutes = limitOf(limits, agent, why)?.maxMinutes ?? null;
        return minutes === null ? null : minutes * 60;
      };
      for (const { timeline, parts } of linesOf(agent, asked, now, partsOf)) {
        const found = agentMoments(timeline, counted(parts), wholeOf(days), { set, reason, limitOf: mostOf });
        for (const moment of found) paged.add({ agent, moment, limits });
      }
      await yieldIfDue();
    }
  }
  const { kept, total, seconds } = paged.done();
  const rows = kept.slice((page - 1) * perPage);
  const mayRead = can(caller.abilities, 'read', 'cdr');
  const known = mayRead || own !== undefined ? await callsOf(deps, caller, rows) : new Map<string, never>();
  const data = rows.map(({ agent, moment, limits }): AgentMoment => {
    const { queues, call, repairs, from, to, ...rest } = moment;
    const labels = new Map(agent.memberships.map((m) => [m.queue, m.queueLabel]));
    const record = call === null ? undefined : known.get(`${agent.serverId} ${agent.interface} ${call}`);
    return {
      ...rest,
      ...{ serverId: agent.serverId, interface: agent.interface, name: nameOf(agent), from: iso(from), to: iso(to) },
      queues: queues.map((queue) => labels.get(queue) ?? queue),
      label: limitOf(limits, agent, moment.reason)?.label ?? moment.reason,
      repairs: [...repairs],
      caller: record === undefined ? null : formatNumber(record.callerNumber, deps.config.defaultCountry),
      callerName: record?.callerName ?? '',
      callId: mayRead ? (record?.callId ?? null) : null,
    };
  });
  return { data, meta: { page, perPage, total, seconds } };
};

const callsOf = async (deps: ReportDeps, caller: Caller, rows: readonly Found[]) => {
  const asked = rows.flatMap(({ agent, moment: { call } }) =>
    call === null ? [] : [{ serverId: agent.serverId, interface: agent.interface, call }],
  );
  const found = asked.length === 0 ? [] : await readCallsOf(deps.db, caller, asked);
  return new Map(found.map((row) => [`${row.serverId} ${row.interface} ${row.call}`, row] as const));
};

/** Returns a file row with the names of `MOMENT_COLUMNS`. */
export const momentRow = (row: AgentMoment): Readonly<Record<string, unknown>> => ({
  ...row,
  ...{ reason: row.label, caller: row.caller?.number || row.caller?.raw },
});
