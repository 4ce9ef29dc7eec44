import { dayOf } from '@ringside/core/metrics/queue-today.ts';
import { addDays, daysBetween, periodOfDays } from '@ringside/core/metrics/report-period.ts';

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
}

export type ChangeSearch = (change: Partial<Record<keyof AgentReportSearch, unknown>>) => void;

const DAY = /^\d{4}-\d\d-\d\d$/;
const ID = /^[0-9a-f-]{36}$/;
const isDay = (v: string): boolean => DAY.test(v) && !Number.isNaN(Date.parse(v));

const READERS: Readonly<Record<keyof AgentReportSearch, (value: string) => boolean>> = {
  from: isDay,
  to: isDay,
  queue: (v) => v !== '',
  callcenter: (v) => ID.test(v),
  group: (v) => v !== 'agent' && AGENT_GROUPS.some((g) => g === v),
  agent: (v) => v !== '',
  server: (v) => /^[1-9]\d{0,8}$/.test(v),
};

/** Reads an address that anyone may have typed: what makes no sense is dropped. */
export const readAgentReportSearch = (raw: Record<string, unknown>): AgentReportSearch => {
  const known = Object.entries(READERS).flatMap(([key, fits]) => {
    const value = raw[key];
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const text = String(value).slice(0, 160);
    return fits(text) ? [[key, key === 'server' ? Number(text) : text]] : [];
  });
  return Object.fromEntries(known) as AgentReportSearch;
};

export interface Days {
  readonly from: string;
  readonly to: string;
}

const MOST_DAYS = 400;
export const MOST_LINE_DAYS = 60;

/** The chosen days; without a choice the last seven. */
export const daysOf = ({ from, to }: AgentReportSearch, timeZone: string, now: number): Days => {
  const today = dayOf(now, timeZone);
  const last = to ?? (from === undefined || from < today ? today : from);
  const first = from ?? addDays(last, -6);
  if (first > last) return { from: last, to: first };
  return daysBetween(first, last) < MOST_DAYS
    ? { from: first, to: last }
    : { from: addDays(last, 1 - MOST_DAYS), to: last };
};

/** What is asked of the server. */
export const queryOf = (search: AgentReportSearch, days: Days, timeZone: string) => {
  const { from, to } = periodOfDays(days.from, days.to, timeZone);
  const { queue, callcenter } = search;
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    timeZone,
    ...(queue === undefined ? {} : { queue }),
    ...(callcenter === undefined ? {} : { callcenterId: callcenter }),
  };
};
