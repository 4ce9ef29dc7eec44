// One row of Asterisk's call detail records. A call has many: one a ring attempt, a transfer, a half of a Local channel.
// Kept as they came; what a person calls a call is concluded from them (`call-record.ts`) and can be concluded again.

export type Disposition = 'ANSWERED' | 'NO ANSWER' | 'BUSY' | 'FAILED' | 'CONGESTION' | '';

/** Moments are epoch milliseconds, UTC. */
export interface Leg {
  readonly uniqueid: string;
  readonly linkedid: string;
  readonly sequence: number;
  readonly accountCode: string;
  readonly peerAccount: string;
  /** Endpoint option `tenantid`, '' where the PBX writes none. */
  readonly tenantId: string;
  readonly source: string;
  readonly destination: string;
  readonly context: string;
  /** `"Ivy Irwin" <+12125550123>` as Asterisk writes it. */
  readonly callerId: string;
  readonly channel: string;
  readonly destinationChannel: string;
  readonly lastApplication: string;
  readonly lastData: string;
  readonly startAt: number;
  readonly answerAt: number | null;
  readonly endAt: number;
  /** Whole seconds. */
  readonly duration: number;
  readonly billableSeconds: number;
  readonly disposition: Disposition;
  readonly userField: string;
  /** As the dialplan named it, below the recordings' folder; '' without one. */
  readonly recordingFile: string;
}

/** A leg as a PBX tells it: its moments are the PBX's own wall clock, `2026-11-21 03:45:20`, without a zone. */
export interface LocalLeg extends Omit<Leg, 'startAt' | 'answerAt' | 'endAt'> {
  readonly start: string;
  readonly answer: string;
  readonly end: string;
}

const DISPOSITIONS: ReadonlySet<string> = new Set(['ANSWERED', 'NO ANSWER', 'BUSY', 'FAILED', 'CONGESTION']);

/** '' for what no Asterisk writes. */
export const dispositionOf = (text: string): Disposition => (DISPOSITIONS.has(text) ? (text as Disposition) : '');
