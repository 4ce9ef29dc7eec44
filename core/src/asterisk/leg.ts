// Defines one row of Asterisk's call detail records. A call has many: one per ring attempt, transfer or half of a Local channel. Rows are
// stored unchanged; `call-record.ts` derives calls from them and can do so again.
import { isAmong } from '../base/is-among.ts';

type Disposition = 'ANSWERED' | 'NO ANSWER' | 'BUSY' | 'FAILED' | 'CONGESTION' | '';

/** Times are epoch milliseconds, UTC. */
export interface Leg {
  readonly uniqueid: string;
  readonly linkedid: string;
  readonly sequence: number;
  readonly accountCode: string;
  readonly peerAccount: string;
  /** Endpoint option `tenantid`. Empty when the PBX server writes none. */
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
  /** Recording path as named by the dialplan, below the recording folder. Empty without a recording. */
  readonly recordingFile: string;
}

/** A leg as reported by a PBX server. Its times are the server's local time without a zone, such as `2026-11-21 03:45:20`. */
export interface LocalLeg extends Omit<Leg, 'startAt' | 'answerAt' | 'endAt'> {
  readonly start: string;
  readonly answer: string;
  readonly end: string;
}

const DISPOSITIONS = ['ANSWERED', 'NO ANSWER', 'BUSY', 'FAILED', 'CONGESTION'] as const;

/** Returns '' for values that Asterisk does not write. */
export const dispositionOf = (text: string): Disposition => (isAmong(DISPOSITIONS, text) ? text : '');
