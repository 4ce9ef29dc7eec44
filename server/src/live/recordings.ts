// Remembers recordings started on demand. Without an id, StopMixMonitor stops the latest one, which may be the dialplan's.
import { callKey } from '@ringside/core/live/state.ts';

interface BegunRecording {
  readonly channel: string;
  readonly uniqueid: string;
  /** The MixMonitor id. */
  readonly id: string;
}

export interface Recordings {
  of(serverId: number, linkedid: string): BegunRecording | null;
  began(serverId: number, linkedid: string, recording: BegunRecording): void;
  ended(serverId: number, linkedid: string): void;
}

/** Maximum number of entries. A call's end does not remove its entry, so the oldest ones are dropped. */
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

/**
 * Returns a path below Asterisk's recording folder, such as `ringside/acme/2026/11/21/pbx1-1795233214.2-142233.wav`, without user input.
 */
export const recordingName = (code: string, linkedid: string, at: number): string => {
  const iso = new Date(at).toISOString();
  const day = iso.slice(0, 10).replaceAll('-', '/');
  const time = iso.slice(11, 19).replaceAll(':', '');
  const call = linkedid.replaceAll(/[^A-Za-z0-9_.-]/g, '_').replace(/^[^A-Za-z0-9]+/, '');
  return `ringside/${code}/${day}/${call || 'call'}-${time}.wav`;
};
