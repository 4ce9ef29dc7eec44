import type { SocketState } from './socket-state.ts';

const QUIET_LIMIT = 20_000;
const ANSWER_LIMIT = 3000;
const PROBE_LIMIT = 4000;

/** Finds out whether a connection that says nothing still lives. */
export interface Liveness {
  /** Something came. */
  heard(): void;
  /** The page came back from sleep or from the background: in doubt until something comes. */
  probe(): void;
}

export interface LivenessParts {
  /** In place of the one before. */
  readonly later: (ms: number, run: () => void) => void;
  readonly kind: () => SocketState['kind'];
  readonly become: (kind: 'live' | 'silent') => void;
  /** Asks for something cheap that the console answers from its own state. */
  readonly question: () => void;
  /** Ends the connection that was asked, unless another has taken its place since. */
  readonly giveUp: () => () => void;
}

export const createLiveness = ({ later, kind, become, question, giveUp }: LivenessParts): Liveness => {
  /** Silence after it means a dead connection. */
  const ask = (): void => {
    const end = giveUp();
    question();
    later(PROBE_LIMIT, end);
  };
  /** A quiet PBX is no reason to doubt: the mark shows only when the question stays unanswered. */
  const doubt = (): void => {
    question();
    later(ANSWER_LIMIT, () => {
      if (kind() === 'live') become('silent');
      ask();
    });
  };
  return {
    heard: () => {
      if (kind() === 'silent') become('live');
      later(QUIET_LIMIT, doubt);
    },
    probe: () => {
      if (kind() !== 'live') return;
      become('silent');
      ask();
    },
  };
};
