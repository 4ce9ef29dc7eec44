// The attempts to reach agents of one PBX, found by the agent's device, by the caller and by the agent's channel.
import { createIndexed, type Indexed } from './indexed.ts';
import type { MemberRow } from './state.ts';

export interface Attempt {
  readonly queue: string;
  readonly interface: string;
  readonly stateInterface: string;
  readonly callerUniqueid: string;
  readonly linkedid: string;
  /** The agent's channel; '' where the event named none. */
  readonly channel: string;
  readonly channelUniqueid: string;
  readonly callerNumber: string;
  readonly callerName: string;
  readonly connectedAt: number | null;
  /** Until the agent's phone was picked up: what Asterisk's own figures count. */
  readonly waitedSeconds: number;
  readonly callsTakenBefore: number;
  readonly onHold: boolean;
  /** The agent's part ended before AgentComplete came: no longer shown. */
  readonly ended: boolean;
  /** Asterisk has counted it as completed. */
  readonly counted: boolean;
}

type Device = Pick<MemberRow, 'interface' | 'stateInterface'>;

/** Places of the tags. A membership and an attempt concern one agent where they share the first or the second. */
const INTERFACE = 0;
const STATE_INTERFACE = 1;
const CALLER = 2;
const CHANNEL = 3;

export interface Attempts extends Indexed<Attempt> {
  ofDevice(d: Device): readonly [string, Attempt][];
  ofCaller(uniqueid: string): readonly [string, Attempt][];
  ofChannel(uniqueid: string): readonly [string, Attempt][];
  /** As caller or as agent. */
  ofEither(uniqueid: string): readonly [string, Attempt][];
}

export const createAttempts = (): Attempts => {
  const all = createIndexed<Attempt>((a) => [a.interface, a.stateInterface, a.callerUniqueid, a.channelUniqueid]);
  return {
    ...all,
    ofDevice: (d) => all.withTag([INTERFACE, d.interface], [STATE_INTERFACE, d.stateInterface]),
    ofCaller: (uniqueid) => all.withTag([CALLER, uniqueid]),
    ofChannel: (uniqueid) => all.withTag([CHANNEL, uniqueid]),
    ofEither: (uniqueid) => all.withTag([CALLER, uniqueid], [CHANNEL, uniqueid]),
  };
};

export interface MemberIndex {
  /** Keys of the memberships of an agent. */
  of(d: Device): readonly string[];
  /** That row came, changed or went. */
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
