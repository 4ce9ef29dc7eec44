// Creates an agent's timeline for the API, and each of its tables as file rows.
import type { z } from 'zod';
import { can } from '@ringside/core/access/ability.ts';
import type { AgentTimelineAnswer, getAgentTimeline, LineTable } from '@ringside/core/contract/reports/agent-report.ts';
import { formatNumber } from '@ringside/core/base/phone.ts';
import { agentFiguresOf, tallyAgent } from '@ringside/core/reports/agent-figures.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { foldPauses, nameOf, pauseRows, timelineOf, type PausesSoFar } from './fold-agents.ts';
import { agentScope } from './make-agent-report.ts';
import type { ReportDeps } from './make-agent-report.ts';
import { readCallers, readPauseLimits } from './queries.ts';
import { membershipsIn, readAgents, readPresent } from './read-agents.ts';

type Asked = Omit<z.output<(typeof getAgentTimeline)['query']>, 'format' | 'table' | 'headings' | 'title'>;

const LONGEST_LINE_DAYS = 62;
const MOST_CALLS = 500;

const seconds = (ms: number): number => Math.floor(ms / 1000);
const iso = (at: number): string => new Date(at * 1000).toISOString();

/** @throws Refusal `not-found`; `invalid` for an empty or too long period */
export const makeTimeline = async (
  deps: ReportDeps,
  caller: Caller,
  asked: Asked,
  mostCalls = MOST_CALLS,
): Promise<AgentTimelineAnswer> => {
  const { interface: agentInterface, ...filters } = asked;
  const scope = await agentScope(deps, caller, { ...filters, agent: agentInterface }, LONGEST_LINE_DAYS);
  const present = await readPresent(deps);
  const memberships = await membershipsIn(deps, caller, scope, present);
  const limits = await readPauseLimits(deps.db, caller.language, [
    ...new Set(memberships.flatMap((m) => m.callcenterId ?? [])),
  ]);
  const { value: agent } = await readAgents(deps, caller, scope, memberships, present).next();
  if (agent === undefined) throw new Refusal('not-found');
  const now = seconds(deps.now());
  const report = { from: seconds(scope.period.from), to: Math.min(seconds(scope.period.to), now) };
  const own = new Map(agent.memberships.map((m) => [m.queue, m.queueLabel]));
  const timeline = timelineOf(agent, now);
  const pauses: PausesSoFar = new Map();
  foldPauses(agent, timeline, [{ ...report, day: '', counts: true }], limits, pauses);
  const pauseReasons = pauseRows(pauses);
  const labels = new Map(pauseReasons.map((p) => [p.reason, p.label]));
  const touches = (s: { readonly from: number; readonly to: number }): boolean =>
    s.to >= report.from && s.from < report.to;
  const span = (s: { readonly from: number; readonly to: number }) => ({ from: iso(s.from), to: iso(s.to) });
  const all = [
    ...timeline.talks.filter(touches).map((c) => ({ ...c, missed: false })),
    ...timeline.missed.flatMap((m) => {
      const made = { ...m, from: m.at - m.ringSeconds, to: m.at, missed: true, open: false };
      return touches(made) ? [{ ...made, talkSeconds: null, repairs: [] }] : [];
    }),
  ].toSorted((a, b) => b.from - a.from);
  const calls = all.slice(0, mostCalls);
  const mayName = can(caller.abilities, 'read', 'cdr');
  const ids = mayName ? [...new Set(calls.flatMap((c) => c.call ?? []))] : [];
  const callers = new Map(
    (await readCallers(deps.db, agent.serverId, agent.interface, ids)).map((c) => [c.call, c] as const),
  );
  const tally = tallyAgent(timeline, report, report);
  return {
    ...{ from: new Date(scope.period.from).toISOString(), to: new Date(scope.period.to).toISOString() },
    ...{ timeZone: scope.timeZone, serverId: agent.serverId, interface: agent.interface },
    name: nameOf(agent),
    figures: agentFiguresOf(tally, tally.sessionSeconds),
    pauseReasons,
    sessions: timeline.sessions
      .filter(touches)
      .map((s) => ({ ...s, ...span(s), queues: [...s.queues].map((q) => own.get(q) ?? q), repairs: [...s.repairs] })),
    pauses: timeline.pauses
      .filter(touches)
      .map((p) => ({ ...p, ...span(p), label: labels.get(p.reason) ?? p.reason, repairs: [...p.repairs] })),
    calls: calls.map((c) => {
      const known = callers.get(c.call ?? '');
      return {
        ...span(c),
        ...{ queue: c.queue, queueLabel: own.get(c.queue) ?? c.queue, missed: c.missed, open: c.open },
        ...{ ringSeconds: c.ringSeconds, talkSeconds: c.talkSeconds, repairs: [...c.repairs] },
        caller: known === undefined ? null : formatNumber(known.callerNumber, deps.config.defaultCountry),
        callerName: known?.callerName ?? '',
        uniqueid: c.call ?? '',
      };
    }),
    states: timeline.states.flatMap((s) => {
      const cut = { from: Math.max(s.from, report.from), to: Math.min(s.to, report.to) };
      return cut.to > cut.from ? [{ ...span(cut), state: s.state, reason: labels.get(s.reason) ?? s.reason }] : [];
    }),
    more: all.length > calls.length,
  };
};

const lengthOf = (s: { readonly from: string; readonly to: string }): number =>
  Math.round((Date.parse(s.to) - Date.parse(s.from)) / 1000);

/** Returns rows with the names of `LINE_COLUMNS`. Open entries have no end. */
export const lineRows = (line: AgentTimelineAnswer, table: LineTable): Readonly<Record<string, unknown>>[] => {
  const timed = <T extends { readonly from: string; readonly to: string; readonly open?: boolean }>(row: T) => ({
    ...row,
    ...{ to: row.open ? null : row.to, seconds: lengthOf(row) },
  });
  if (table === 'states') return line.states.map(timed);
  if (table === 'sessions') return line.sessions.map(timed);
  if (table === 'pauses') return line.pauses.map((pause) => ({ ...timed(pause), reason: pause.label }));
  return line.calls.map((one) => ({
    ...timed(one),
    ...{ caller: one.caller?.number || one.caller?.raw, queue: one.queueLabel },
    talkSeconds: one.missed ? null : (one.talkSeconds ?? lengthOf(one)),
  }));
};
