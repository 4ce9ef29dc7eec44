// Rows of Master.csv as written by an Asterisk in a time zone.
import type { Tenant } from './tenants.ts';
import type { Zone } from './zones.ts';
import { wallClock } from './zones.ts';

export interface Row {
  readonly endAt: number;
  readonly text: string;
}

interface Moments {
  readonly start: number;
  readonly answer: number | null;
  readonly end: number;
}

interface Cells extends Moments {
  readonly source: string;
  readonly destination: string;
  readonly channel: string;
  readonly to: string;
  readonly application: string;
  readonly data: string;
  readonly disposition: string;
  readonly userField?: string;
}

export const LINES = ['101', '102', '103', '104'] as const;
const CREATED: Readonly<Record<Zone, string>> = {
  'Europe/London': '',
  'Asia/Jerusalem': 'mid-',
  'Australia/Sydney': 'south-',
};

export type Random = () => number;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
/** Format of a time in a mark. */
export const exact = (at: number): string => (at / 1000).toFixed(3);
export const digitsOf = (number: string): string => number.replace(/^\+/, '');

/** Writes the rows of one call. */
export const createWriter = (tenant: Tenant, pbx: Zone, random: Random, number: number, start: number) => {
  const uniqueid = (n: number): string => `${CREATED[pbx]}${Math.floor(start / 1000)}.${number * 10 + n}`;
  const linkedid = uniqueid(0);
  const rows: Row[] = [];
  let channels = 0;
  const serial = (): string => (number * 16 + channels++).toString(16).padStart(8, '0');
  const clock = (at: number | null): string => (at === null ? '' : wallClock(at, pbx));
  const row = (cells: Cells, own = 0): void => {
    const { source, destination, channel, to, application, data, disposition, userField = '' } = cells;
    const { start: from, answer, end } = cells;
    const seconds = Math.floor((end - from) / 1000);
    const billable = answer === null ? 0 : Math.floor((end - answer) / 1000);
    const front = [
      tenant.code,
      source,
      destination,
      `${tenant.code}-${/^[1-9]\d{6}/.test(destination) ? 'outside' : 'out'}`,
      `"" <${source}>`,
      channel,
      to,
    ];
    const middle = [application, data, clock(from), clock(answer), clock(end)].map(quoted);
    const back = [disposition, 'DOCUMENTATION', uniqueid(own), userField, '', linkedid].map(quoted);
    const text = [...front.map(quoted), ...middle, seconds, billable, ...back, number * 10 + rows.length].join(',');
    rows.push({ endAt: end, text });
  };
  const line = LINES[Math.floor(random() * LINES.length)]!;
  return {
    ...{ linkedid, rows, row, line },
    device: (extension: string) => `PJSIP/${tenant.code}-${extension}-${serial()}`,
    trunk: (name = 'voxline') => {
      const end = serial();
      return { channel: `PJSIP/trunk.${name}-${end}`, serial: end };
    },
    /** Mark of an answered trunk channel of a subscriber's call. */
    out: (end: string, called: string, at: number) =>
      `out:${end}/${tenant.code}-${line}/${called}/${digitsOf(tenant.dids[0] ?? '')}/${exact(at)}/${linkedid}`,
  };
};

export type Writer = ReturnType<typeof createWriter>;
