// Collects the details of a PBX beside its live state, and derives problems from them.
import { ENTITY_ID } from '@ringside/core/asterisk/action.ts';
import type { LinkProblem } from '@ringside/core/asterisk/link.ts';
import { CLOCK_OFF_MS, NO_VITALS, readClock } from '@ringside/core/live/pbx-vitals.ts';
import type { PbxVitals } from '@ringside/core/live/pbx-vitals.ts';
import type { Connection } from './connection.ts';

export interface Vitals {
  known(): PbxVitals;
  learn(part: Partial<PbxVitals>): void;
  /** Takes an answered ping. `timestamp` is the PBX's clock. */
  pong(timestamp: string | undefined, sentAt: number, at: number): void;
  problems(): readonly LinkProblem[];
}

export const createVitals = (tell: (vitals: PbxVitals) => void): Vitals => {
  let known = NO_VITALS;
  /** Clock skew in milliseconds that is certain. Keeps its value while measurements are inconclusive. */
  let offMs = 0;
  const learn = (part: Partial<PbxVitals>): void => {
    known = { ...known, ...part };
    tell(known);
  };
  return {
    known: () => known,
    learn,
    pong: (timestamp, sentAt, at) => {
      const read = readClock(timestamp, sentAt, at);
      if (read === null) return learn({ lagMs: at - sentAt });
      const isOff = Math.abs(read.surelyMs) > CLOCK_OFF_MS;
      // A late answer is inconclusive.
      if (isOff || read.lagMs < CLOCK_OFF_MS) offMs = isOff ? read.skewMs : 0;
      learn({ clockSkewMs: read.skewMs, lagMs: read.lagMs });
    },
    problems: () =>
      offMs === 0
        ? []
        : [
            {
              code: offMs > 0 ? 'clock-ahead' : 'clock-behind',
              params: { seconds: Math.round(Math.abs(offMs) / 1000) },
              line: null,
            },
          ],
  };
};

/** Returns the entity id, or `null` if the login may not read it. @throws LinkFailure */
export const readEntityId = async (connection: Pick<Connection, 'request'>): Promise<string | null> => {
  const reply = await connection.request('Getvar', { Variable: ENTITY_ID });
  const id = reply.success ? (reply.fields['Value'] ?? '') : '';
  return id === '' ? null : id;
};
