// Stores the attempts to reach agents of one PBX server, indexed by the agent's device, by caller and by the agent's channel.
import { createIndexed, type Indexed } from '../indexed.ts';
import type { MemberRow } from '../state.ts';

export interface Attempt {
  readonly queue: string;
  readonly interface: string;
  readonly stateInterface: string;
  /** The caller's unique ID when the agent was called. Reports use it. */
  readonly callUniqueid: string;
  /** The caller's current channel. Differs after a Local channel was optimized away. */
  readonly callerUniqueid: string;
  readonly linkedid: string;
  /** The agent's channel. Empty when the event named none. */
  readonly channel: string;
  readonly channelUniqueid: string;
  readonly callerNumber: string;
  readonly callerName: string;
  readonly connectedAt: number | null;
  /** Seconds until the agent's phone was answered, as in Asterisk's own figures. */
  readonly waitedSeconds: number;
  readonly callsTakenBefore: number;
  readonly onHold: boolean;
  /** The agent's part ended before AgentComplete arrived. The attempt is no longer shown. */
  readonly ended: boolean;
  /** Asterisk has counted the call as completed. */
  readonly counted: boolean;
  /** When the last of both channels ended, epoch ms. AgentComplete may still follow. */
  readonly goneAt: number | null;
}

type Device = Pick<MemberRow, 'interface' | 'stateInterface'>;

interface Completion {
  readonly queue: string;
  readonly interface: string;
  /** Unique IDs. Empty when the event names none. */
  readonly caller: string;
  readonly agent: string;
}

/** Positions of the tags. A member and an attempt concern the same agent when the first or the second tag is equal. */
const INTERFACE = 0;
const STATE_INTERFACE = 1;
const CALLER = 2;
const CHANNEL = 3;

/** AgentComplete arrives at most this long after both channels ended. */
const COMPLETE_WITHIN_MS = 5_000;

export const attemptKey = (queue: string, iface: string, callUniqueid: string): string =>
  `${queue}\t${iface}\t${callUniqueid}`;

interface Attempts extends Indexed<Attempt> {
  /** Returns the attempt of an AgentComplete event, which names the last channels or none. */
  ofCompletion(c: Completion): readonly [string, Attempt] | null;
  /** Deletes attempts whose channels ended some time ago. */
  settle(at: number): void;
  ofDevice(d: Device): readonly [string, Attempt][];
  ofCaller(uniqueid: string): readonly [string, Attempt][];
  ofChannel(uniqueid: string): readonly [string, Attempt][];
  /** Returns attempts with the channel as caller or as agent. */
  ofEither(uniqueid: string): readonly [string, Attempt][];
}

export const createAttempts = (): Attempts => {
  const all = createIndexed<Attempt>((a) => [a.interface, a.stateInterface, a.callerUniqueid, a.channelUniqueid]);
  return {
    ...all,
    ofCompletion: ({ queue, interface: of, caller, agent }) => {
      const key = attemptKey(queue, of, caller);
      const known = all.get(key);
      if (known) return [key, known];
      const isSame = ([, a]: readonly [string, Attempt]): boolean =>
        a.queue === queue && a.interface === of && a.connectedAt !== null;
      const ids = [caller, agent].filter((id) => id !== '');
      for (const id of ids) {
        const found = all.withTag([CALLER, id], [CHANNEL, id]).find(isSame);
        if (found) return found;
      }
      return ids.length > 0 ? null : (all.withTag([INTERFACE, of]).find(isSame) ?? null);
    },
    settle: (at) => {
      for (const [key, a] of all.entries())
        if (a.goneAt !== null && at - a.goneAt > COMPLETE_WITHIN_MS) all.delete(key);
    },
    ofDevice: (d) => all.withTag([INTERFACE, d.interface], [STATE_INTERFACE, d.stateInterface]),
    ofCaller: (uniqueid) => all.withTag([CALLER, uniqueid]),
    ofChannel: (uniqueid) => all.withTag([CHANNEL, uniqueid]),
    ofEither: (uniqueid) => all.withTag([CALLER, uniqueid], [CHANNEL, uniqueid]),
  };
};

export interface MemberIndex {
  /** Returns the keys of an agent's member rows. */
  of(d: Device): readonly string[];
  /** Updates the index after a row was added, changed or removed. */
  touch(key: string, row: MemberRow | undefined): void;
}

export const createMemberIndex = (): MemberIndex => {
  const all = createIndexed<Device>((d) => [d.interface, d.stateInterface]);
  return {
    of: (d) => all.withTag([INTERFACE, d.interface], [STATE_INTERFACE, d.stateInterface]).map(([key]) => key),
    touch: (key, row) => {
      const known = all.get(key);
      if (row === undefined) all.delete(key);
      else if (known?.interface !== row.interface || known.stateInterface !== row.stateInterface)
        all.set(key, { interface: row.interface, stateInterface: row.stateInterface });
    },
  };
};
