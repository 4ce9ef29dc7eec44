// Recordings that were begun by hand: Asterisk ends one by its id alone, and without it the latest, which may be the dialplan's.
import { callKey } from '@ringside/core/live/state.ts';

export interface BegunRecording {
  readonly channel: string;
  readonly uniqueid: string;
  /** As MixMonitor named it. */
  readonly id: string;
}

export interface Recordings {
  of(serverId: number, linkedid: string): BegunRecording | null;
  began(serverId: number, linkedid: string, recording: BegunRecording): void;
  ended(serverId: number, linkedid: string): void;
}

/** Calls end without a word to this list; the oldest go. */
const MOST_KEPT = 2_000;

export const createRecordings = (): Recordings => {
  const running = new Map<string, BegunRecording>();
  return {
    of: (serverId, linkedid) => running.get(callKey(serverId, linkedid)) ?? null,
    began: (serverId, linkedid, recording) => {
      const [oldest] = running.keys();
      if (running.size >= MOST_KEPT && oldest !== undefined) running.delete(oldest);
      running.set(callKey(serverId, linkedid), recording);
    },
    ended: (serverId, linkedid) => void running.delete(callKey(serverId, linkedid)),
  };
};

/** Below the folder that Asterisk records into: `ringside/acme/2026/11/21/pbx1-1795233214.2-142233.wav`. Nothing of it was typed by anybody. */
export const recordingName = (code: string, linkedid: string, at: number): string => {
  const iso = new Date(at).toISOString();
  const day = iso.slice(0, 10).replaceAll('-', '/');
  const time = iso.slice(11, 19).replaceAll(':', '');
  const call = linkedid.replaceAll(/[^A-Za-z0-9_.-]/g, '_').replace(/^[^A-Za-z0-9]+/, '');
  return `ringside/${code}/${day}/${call || 'call'}-${time}.wav`;
};
