// Reads SIPp's log at the far end of the trunk: connect and end times of each call, inbound and outbound.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pbx } from './lab.ts';

export interface FarCall {
  /** SIP Call-ID of the leg between PBX and carrier. */
  readonly callId: string;
  /** From the PBX's point of view: `outbound` calls reach the carrier's phones. */
  readonly direction: 'inbound' | 'outbound';
  /** The called number. */
  readonly number: string;
  /** Epoch milliseconds. */
  readonly connectAt: number;
  /** null while the call is active. */
  readonly byeAt: number | null;
}

const LINE = /^(\S+) (connect|bye) ([0-9]+)\.0* ([0-9]+)\.0* (\S*)$/;

const readLog = (file: string, direction: FarCall['direction']): readonly FarCall[] => {
  const calls = new Map<string, FarCall>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, callId, what, seconds, micros, number = ''] = LINE.exec(line) ?? [];
    if (callId === undefined) continue;
    const at = Number(seconds) * 1000 + Number(micros) / 1000;
    const known = calls.get(callId);
    if (what === 'connect') calls.set(callId, { callId, direction, number, connectAt: at, byeAt: null });
    else if (known !== undefined && known.byeAt === null) calls.set(callId, { ...known, byeAt: at });
  }
  return [...calls.values()];
};

/** Returns all calls since the last fresh start of the lab, sorted by connect time. */
export const farCalls = (pbx: Pbx): readonly FarCall[] => {
  const folder = join(pbx.folder, 'sipp');
  const calls = existsSync(join(folder, 'uas.log')) ? [...readLog(join(folder, 'uas.log'), 'outbound')] : [];
  for (const name of readdirSync(folder)) {
    if (/^callers-.*\.log$/.test(name)) calls.push(...readLog(join(folder, name), 'inbound'));
  }
  return calls.toSorted((a, b) => a.connectAt - b.connectAt);
};

/** Returns the exact duration in seconds. */
export const farSeconds = ({ connectAt, byeAt }: FarCall): number => ((byeAt ?? Number.NaN) - connectAt) / 1000;
