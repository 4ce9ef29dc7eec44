// The value of RTPAUDIOQOS: `ssrc=…;themssrc=…;lp=0;rxjitter=0.001;rxcount=250;txjitter=…;txcount=…;rlp=0;rtt=0.0004;…`.
// Unchanged since Asterisk 1.8, but for `rxmes` and `txmes` at the end (18 on). Jitter and rtt in seconds.
import { numberOf } from './block.ts';

interface RtpReport {
  readonly lp: number;
  readonly rlp: number;
  readonly rxcount: number;
  readonly txcount: number;
  readonly rtt: number;
  readonly rxjitter: number;
  readonly txjitter: number;
}

/** Returns the number after `;name=`, or 0. */
const figure = (report: string, mark: string): number => {
  const at = report.indexOf(mark);
  if (at === -1) return 0;
  const start = at + mark.length;
  const end = report.indexOf(';', start);
  return numberOf(end === -1 ? report.slice(start) : report.slice(start, end));
};

export const readRtpReport = (value: string): RtpReport => {
  const report = `;${value}`;
  return {
    lp: figure(report, ';lp='),
    rlp: figure(report, ';rlp='),
    rxcount: figure(report, ';rxcount='),
    txcount: figure(report, ';txcount='),
    rtt: figure(report, ';rtt='),
    rxjitter: figure(report, ';rxjitter='),
    txjitter: figure(report, ';txjitter='),
  };
};
