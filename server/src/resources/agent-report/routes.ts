import type { FastifyInstance } from 'fastify';
import { can } from '@ringside/core/access/ability.ts';
import { agentMomentsRoute, MOMENT_COLUMNS } from '@ringside/core/contract/agent-moments.ts';
import * as contract from '@ringside/core/contract/agent-report.ts';
import { formatNumber } from '@ringside/core/format/phone.ts';
import { agentFiguresOf, tallyAgent } from '@ringside/core/metrics/agent-figures.ts';
import { writeAudit } from '../../db/audit.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { registerRoute } from '../../http/register.ts';
import { behindFile, MOST_BEHIND } from '../../reports/behind-file.ts';
import { agentReportFor } from '../../reports/agent-report/agent-content.ts';
import { foldPauses, nameOf, pauseRows, timelineOf, type PausesSoFar } from '../../reports/agent-report/fold-agents.ts';
import { makeAgentMoments } from '../../reports/agent-report/make-agent-moments.ts';
import { agentScope, makeAgentReport } from '../../reports/agent-report/make-agent-report.ts';
import { readCallers, readPauseLimits } from '../../reports/agent-report/queries.ts';
import { membershipsIn, readAgents, readPresent } from '../../reports/agent-report/read-agents.ts';
import { reportFile } from '../../reports/report-file.ts';
import { reportLanguage } from '../../reports/report-words.ts';
import { registerAgentMerges } from './merge-routes.ts';
import { registerOwnDay } from './own-routes.ts';

const seconds = (ms: number): number => Math.floor(ms / 1000);
const iso = (at: number): string => new Date(at * 1000).toISOString();

const registerReport = (app: FastifyInstance, deps: Deps): void => {
  registerRoute(app, contract.agentReport, async ({ caller, query, origin }) => {
    const { format, headings, table, ...filters } = query;
    if (format === undefined || format === 'json') return makeAgentReport(deps, caller, filters);
    if (!can(caller.abilities, 'export', 'report')) throw new Refusal('forbidden');
    await writeAudit(deps.db, caller, {
      ...{ customerId: caller.customerId, action: 'export', resource: 'report', resourceId: null, resourceName: '' },
      before: null,
      after: { report: 'agents', format, ...(table === undefined ? {} : { table }), ...filters },
    });
    const made = await agentReportFor(deps, caller, filters, reportLanguage(origin.language));
    return reportFile(format, made, deps.now(), headings?.split('\n') ?? [], table);
  });
};

const registerMoments = (app: FastifyInstance, deps: Deps): void => {
  registerRoute(app, agentMomentsRoute, async ({ caller, query, origin }) => {
    const { format, headings, title, ...asked } = query;
    if (format === undefined || format === 'json') return makeAgentMoments(deps, caller, query);
    const { timeZone } = asked;
    const words = { headings, title, timeZone, language: origin.language };
    const told = { format, ...words, name: 'agent-report-rows', columns: MOMENT_COLUMNS };
    return behindFile(deps, caller, { ...told, filters: asked }, async () => {
      const { data, meta } = await makeAgentMoments(deps, caller, { ...query, page: 1, perPage: MOST_BEHIND });
      const rows = data.map((row) => ({ ...row, reason: row.label, caller: row.caller?.number || row.caller?.raw }));
      return { rows, total: meta.total };
    });
  });
};

const LONGEST_LINE_DAYS = 62;
const MOST_CALLS = 500;

const registerTimeline = (app: FastifyInstance, deps: Deps): void => {
  registerRoute(app, contract.agentTimelineRoute, async ({ caller, query }) => {
    const { interface: agentInterface, ...filters } = query;
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
    const calls = all.slice(0, MOST_CALLS);
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
  });
};

export const registerAgentReport = (app: FastifyInstance, deps: Deps): void => {
  registerReport(app, deps);
  registerMoments(app, deps);
  registerTimeline(app, deps);
  registerOwnDay(app, deps);
  registerAgentMerges(app, deps);
};
