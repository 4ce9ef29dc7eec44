// The value of RTPAUDIOQOS: `ssrc=…;themssrc=…;lp=0;rxjitter=0.001;rxcount=250;txjitter=…;txcount=…;rlp=0;rtt=0.0004;…`.
// Unchanged since Asterisk 1.8, but for `rxmes` and `txmes` at the end (18 on). Jitter and rtt in seconds.

export interface RtpReport {
  readonly lp: number;
  readonly rlp: number;
  readonly rxcount: number;
  readonly txcount: number;
  readonly rtt: number;
  readonly rxjitter: number;
  readonly txjitter: number;
}

type Writable = { -readonly [K in keyof RtpReport]: number };

const isWanted = (name: string, report: Writable): name is keyof RtpReport => Object.hasOwn(report, name);

export const readRtpReport = (value: string): RtpReport => {
  const report: Writable = { lp: 0, rlp: 0, rxcount: 0, txcount: 0, rtt: 0, rxjitter: 0, txjitter: 0 };
  for (const part of value.split(';')) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(at, 0)).trim();
    if (!isWanted(name, report)) continue;
    const number = Number(part.slice(at + 1));
    if (Number.isFinite(number)) report[name] = number;
  }
  return report;
};
