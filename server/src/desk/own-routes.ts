import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/desk/agent-page.ts';
import type { AgentCall, OwnCallNow, TeamFigures } from '@ringside/core/contract/desk/agent-page.ts';
import type { AgentReport } from '@ringside/core/contract/reports/agent-report.ts';
import { MOMENT_COLUMNS } from '@ringside/core/contract/reports/agent-moments.ts';
import { formatNumber } from '@ringside/core/base/phone.ts';
import type { Caller } from '../platform/caller/caller.ts';
import type { Config } from '../platform/config/config.ts';
import type { PbxSide } from '../pbx/pbx-links.ts';
import type { Db } from '../platform/db/connect.ts';
import { registerRoute } from '../platform/http/register.ts';
import { reportPeriod } from '../reports/report-period.ts';
import { createFold } from '../reports/agent-report/fold-agents.ts';
import { readOwnCalls, readOwnPhones, readPastCalls, readQueues } from './own-queries.ts';
import type { OwnCall, OwnPhone } from './own-queries.ts';
import { drillDownFile, MOST_BEHIND } from '../reports/drill-down-file.ts';
import { makeAgentMoments, momentRow } from '../reports/agent-report/make-agent-moments.ts';
import { readPauseLimits } from '../reports/agent-report/queries.ts';
import { daysOf, membershipsIn, readAgents, readPresent } from '../reports/agent-report/read-agents.ts';
import type { Present } from '../reports/agent-report/read-agents.ts';

interface Services {
  readonly config: Config;
  readonly db: Db;
  readonly pbx: Pick<PbxSide, 'callsOf' | 'membersOf' | 'contactsOf'>;
  readonly now: () => number;
}

const MOST_CALLS = 20;
const MOST_PAST_CALLS = 10;
const YEAR_MS = 366 * 86_400_000;
/** Minimum team size for averages. With two agents, each could calculate the other's figures. */
const LEAST_TEAM = 3;

type Totals = Pick<ReturnType<ReturnType<typeof createFold>['done']>, 'totals' | 'agents'>;

const teamOf = ({ totals, agents }: Totals): TeamFigures | null => {
  const n = agents.length;
  if (n < LEAST_TEAM) return null;
  const each = (sum: number): number => Math.round(sum / n);
  const tenths = (sum: number): number => Math.round((sum * 10) / n) / 10;
  return {
    ...{ agents: n, taken: tenths(totals.taken), missed: tenths(totals.missed) },
    ...{ sessionSeconds: each(totals.sessionSeconds), talkSeconds: each(totals.talkSeconds) },
    ...{ pauseSeconds: each(totals.pauseSeconds), handleSeconds: totals.handleSeconds, occupancy: totals.occupancy },
  };
};

/** Returns the user's agents with the names of reports: a merged agent has the name of its merge target. */
const ownAgents = (phones: readonly OwnPhone[], customerId: string, present: Present) => {
  const his = new Set(phones.map((p) => `${p.serverId} ${present.knownAs(p.serverId, p.interface, customerId)}`));
  return {
    has: (agent: { readonly serverId: number; readonly interface: string }): boolean =>
      his.has(`${agent.serverId} ${agent.interface}`),
  };
};

/** Figures of the day: the agent's own, and those of all agents in scope. */
const dayOfAgent = async (deps: Services, caller: Caller, phones: readonly OwnPhone[]) => {
  const { period, timeZone } = await reportPeriod(deps, caller, {});
  const now = deps.now();
  const days = daysOf(period, timeZone, now);
  const fold = () => createFold({ group: 'agent', days, now: Math.floor(now / 1000), open: undefined });
  const [own, team] = [fold(), fold()];
  if (phones.length > 0 && caller.customerId !== null) {
    const present = await readPresent(deps);
    const scope = { period, timeZone, customerId: caller.customerId };
    const memberships = await membershipsIn(deps, caller, scope, present);
    const his = ownAgents(phones, caller.customerId, present);
    for await (const agent of readAgents(deps, caller, scope, memberships, present)) {
      team.add(agent, []);
      if (his.has(agent)) own.add(agent, []);
    }
  }
  const today: AgentReport['totals'] = own.done().totals;
  return {
    ...{ from: new Date(period.from).toISOString(), to: new Date(period.to).toISOString(), timeZone },
    today,
    team: teamOf(team.done()),
  };
};

const callOf = (row: OwnCall, country: Parameters<typeof formatNumber>[1]): AgentCall => {
  const { source, sourceName, destination, byHim, startAt, ...rest } = row;
  return {
    ...rest,
    startAt: startAt.toISOString(),
    party: formatNumber(byHim ? destination : source, country),
    partyName: byHim ? '' : sourceName,
  };
};

/** The agent's current call outside of queues, made or received by one of their phones. */
const callNow = (
  deps: { readonly config: Config; readonly pbx: Pick<PbxSide, 'callsOf' | 'membersOf' | 'contactsOf'> },
  caller: Caller,
  phones: readonly OwnPhone[],
): OwnCallNow | null => {
  for (const phone of phones) {
    const made = (channel: string): boolean => channel.startsWith(`${phone.interface}-`);
    const row = (deps.pbx.callsOf(phone.serverId) ?? []).find(
      (call) =>
        call.owners.some((owner) => owner.customerId === caller.customerId) &&
        (made(call.channel) || call.agentInterface === phone.interface || call.destination === phone.extension),
    );
    if (row === undefined) continue;
    const outgoing = made(row.channel);
    return {
      ...{ serverId: row.serverId, linkedid: row.linkedid, outgoing },
      party: formatNumber(outgoing ? row.destination : row.source, deps.config.defaultCountry),
      partyName: outgoing ? '' : row.sourceName,
      startedAt: new Date(row.startedAt).toISOString(),
      answeredAt: row.answeredAt === null ? null : new Date(row.answeredAt).toISOString(),
    };
  }
  return null;
};

/** Routes below `/api`. They return only the caller's own data, for every role. */
export const registerOwnDay = (app: FastifyInstance, deps: Services): void => {
  registerRoute(app, contract.getAgentPage, async ({ caller }) => {
    const phones = await readOwnPhones(deps.db, caller);
    const queues = await readQueues(deps.db, caller, [...new Set(phones.map((p) => p.serverId))]);
    const limits = await readPauseLimits(deps.db, caller.language, [...new Set(queues.map((q) => q.callcenterId))]);
    const reasons = new Map(limits.map(({ code, label, maxMinutes }) => [code, { code, label, maxMinutes }]));
    const calls = await readOwnCalls(deps.db, caller, phones, MOST_CALLS);
    return {
      phones,
      queues: queues.map(({ serverId, name, label }) => ({ serverId, name, label })),
      pauseReasons: [...reasons.values()],
      ...(await dayOfAgent(deps, caller, phones)),
      calls: calls.map((row) => callOf(row, deps.config.defaultCountry)),
    };
  });

  registerRoute(app, contract.listOwnMoments, async ({ caller, query, origin }) => {
    const { format, headings, title, timeZone, ...asked } = query;
    const phones = await readOwnPhones(deps.db, caller);
    const { customerId } = caller;
    const read = async (page: { readonly page: number; readonly perPage: number }) => {
      if (phones.length === 0 || customerId === null) return { data: [], meta: { ...page, total: 0, seconds: 0 } };
      const own = ownAgents(phones, customerId, await readPresent(deps));
      // The same day as on the page, regardless of the file's time zone.
      return makeAgentMoments(deps, caller, { ...asked, ...page, groupBy: 'agent', customerId }, own);
    };
    if (format === undefined || format === 'json') return read({ page: asked.page, perPage: asked.perPage });
    const words = { headings, title, timeZone, language: origin.language };
    return drillDownFile(
      deps,
      caller,
      { format, ...words, name: 'own-day', columns: MOMENT_COLUMNS, filters: asked },
      async () => {
        const { data, meta } = await read({ page: 1, perPage: MOST_BEHIND });
        return { rows: data.map(momentRow), total: meta.total };
      },
    );
  });

  registerRoute(app, contract.getPastCalls, async ({ caller, query }) => {
    const phones = await readOwnPhones(deps.db, caller);
    const member = phones
      .flatMap((p) => (deps.pbx.membersOf(p.serverId) ?? []).filter((m) => m.interface === p.interface))
      .find((m) => (m.ringing || m.incall) && m.callerNumber && m.callOwner?.customerId === caller.customerId);
    const call = member === undefined ? callNow(deps, caller, phones) : null;
    const number = member?.callerNumber ?? (call === null || call.party.raw === '' ? null : call.party.raw);
    const party = number === null ? null : formatNumber(number, deps.config.defaultCountry);
    if (number === null || query.past === 'no') return { number, party, call, calls: [] };
    const since = new Date(deps.now() - YEAR_MS);
    const calls = await readPastCalls(deps.db, caller, number, since, MOST_PAST_CALLS);
    return { number, party, call, calls: calls.map((c) => ({ ...c, startAt: c.startAt.toISOString() })) };
  });
};
