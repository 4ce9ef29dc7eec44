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

export const readRtpReport = (value: string): RtpReport => {
  const parts = new Map<string, number>();
  for (const part of value.split(';')) {
    const at = part.indexOf('=');
    const number = Number(part.slice(at + 1));
    if (at > 0 && Number.isFinite(number)) parts.set(part.slice(0, at).trim(), number);
  }
  const of = (name: string) => parts.get(name) ?? 0;
  return {
    lp: of('lp'),
    rlp: of('rlp'),
    rxcount: of('rxcount'),
    txcount: of('txcount'),
    rtt: of('rtt'),
    rxjitter: of('rxjitter'),
    txjitter: of('txjitter'),
  };
};
