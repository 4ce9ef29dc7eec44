import type { HoursSide } from '@ringside/core/reports/business-hours.ts';
import { periodOfDays } from '@ringside/core/reports/report-period.ts';
import { type Days, isDay, isId, isText, readAddress, type Readers } from '../../ui/report/report-days.ts';

// Literals instead of the contract's values keep the schemas out of the first load, which reads addresses.
export const AGENT_GROUPS = ['agent', 'callcenter', 'queue', 'day'] as const;
export type Group = (typeof AGENT_GROUPS)[number];

/** Settings of the report in the address. Days such as `2026-11-21` are in the user's time zone. */
export interface AgentReportSearch {
  readonly from?: string;
  readonly to?: string;
  readonly queue?: string;
  /** Customer of the queue, if several customers have a queue with this name. */
  readonly customer?: string;
  readonly callcenter?: string;
  readonly group?: Group;
  /** Interface and server of the agent whose days are open. */
  readonly agent?: string;
  readonly server?: number;
  /** Inside or outside the business hours of the call centers. */
  readonly hours?: HoursSide;
  /** The open drill-down, written by `writeBehind`. */
  readonly behind?: string;
}

const READERS: Readers<AgentReportSearch> = {
  from: isDay,
  to: isDay,
  queue: isText,
  customer: isId,
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

/** Returns the query of the API request. */
export const queryOf = (search: AgentReportSearch, days: Days, timeZone: string) => {
  const { from, to } = periodOfDays(days.from, days.to, timeZone);
  const { queue, customer, callcenter, hours } = search;
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    timeZone,
    ...(queue === undefined ? {} : { queue }),
    ...(customer === undefined ? {} : { customerId: customer }),
    ...(callcenter === undefined ? {} : { callcenterId: callcenter }),
    ...(hours === undefined ? {} : { hours }),
  };
};
