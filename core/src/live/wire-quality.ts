// Reads the sums of voice quality that a message carries as an object.
import type { QualityMinute, QualitySums } from './state.ts';
import { number, type WireMessage } from './wire-rows.ts';

const isFields = (value: unknown): value is WireMessage => typeof value === 'object' && value !== null;
const fieldsIn = (m: WireMessage, name: string): WireMessage => {
  const value = m[name];
  return isFields(value) ? value : {};
};

/** Returns the sums of a minute in the named field. */
export const minuteOf = (of: WireMessage, name: string): QualityMinute => {
  const m = fieldsIn(of, name);
  return {
    at: number(m, 'at'),
    reports: number(m, 'reports'),
    lp: number(m, 'lp'),
    rxcount: number(m, 'rxcount'),
    rtt: number(m, 'rtt'),
    rttReports: number(m, 'rttReports'),
    rxjitter: number(m, 'rxjitter'),
  };
};

/** Returns the sums in the named field. */
export const sumsOf = (of: WireMessage, name: string): QualitySums => {
  const m = fieldsIn(of, name);
  return {
    reports: number(m, 'reports'),
    lp: number(m, 'lp'),
    rlp: number(m, 'rlp'),
    rxcount: number(m, 'rxcount'),
    rtt: number(m, 'rtt'),
    rttReports: number(m, 'rttReports'),
    rxjitter: number(m, 'rxjitter'),
    txjitter: number(m, 'txjitter'),
  };
};
