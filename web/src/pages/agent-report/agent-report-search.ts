import type { HoursSide } from '@ringside/core/metrics/business-hours.ts';
import { periodOfDays } from '@ringside/core/metrics/report-period.ts';
import { type Days, isDay, isId, isText, readAddress, type Readers } from '../../ui/report/report-days.ts';

// Written out: the schemas stay out of the first load, which reads addresses.
export const AGENT_GROUPS = ['agent', 'callcenter', 'queue', 'day'] as const;
export type Group = (typeof AGENT_GROUPS)[number];

/** What of the report stands in the address. Days are those of the reader's time zone, `2026-11-21`. */
export interface AgentReportSearch {
  readonly from?: string;
  readonly to?: string;
  readonly queue?: string;
  readonly callcenter?: string;
  readonly group?: Group;
  /** The agent whose days are shown, as an interface, and his server. */
  readonly agent?: string;
  readonly server?: number;
  /** Of the call centers: time while they were open, or closed. */
  readonly hours?: HoursSide;
  /** Whose rows are shown at the side, as `behind/behind.ts` writes it. */
  readonly behind?: string;
}

const READERS: Readers<AgentReportSearch> = {
  from: isDay,
  to: isDay,
  queue: isText,
  callcenter: isId,
  group: (v) => v !== 'agent' && AGENT_GROUPS.some((g) => g === v),
  hours: (v) => v === 'inside' || v === 'outside',
  behind: isText,
  agent: isText,
  server: (v) => /^[1-9]\d{0,8}$/.test(v),
};

export const readAgentReportSearch = (raw: Record<string, unknown>): AgentReportSearch =>
  readAddress(READERS, raw, ['server']);

export const MOST_LINE_DAYS = 60;

/** What is asked of the server. */
export const queryOf = (search: AgentReportSearch, days: Days, timeZone: string) => {
  const { from, to } = periodOfDays(days.from, days.to, timeZone);
  const { queue, callcenter, hours } = search;
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    timeZone,
    ...(queue === undefined ? {} : { queue }),
    ...(callcenter === undefined ? {} : { callcenterId: callcenter }),
    ...(hours === undefined ? {} : { hours }),
  };
};
