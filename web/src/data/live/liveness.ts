import type { SocketState } from './socket-state.ts';

const QUIET_LIMIT = 20_000;
const ANSWER_LIMIT = 3000;
const PROBE_LIMIT = 4000;

/** Detects dead connections that still look open. */
interface Liveness {
  /** Reports that data arrived. */
  heard(): void;
  /** Reports that the page came back from sleep or the background. The connection is in doubt until data arrives. */
  probe(): void;
}

interface LivenessParts {
  /** Sets the timer and replaces the previous one. */
  readonly later: (ms: number, run: () => void) => void;
  readonly states: { current(): SocketState; become(state: SocketState): void };
  /** Sends a cheap question that the console answers from its own state. */
  readonly question: () => void;
  /** Returns a function that closes the questioned connection, unless another one has replaced it. */
  readonly giveUp: () => () => void;
}

export const createLiveness = ({ later, states, question, giveUp }: LivenessParts): Liveness => {
  const kind = (): SocketState['kind'] => states.current().kind;
  /** Closes the connection if no answer arrives. */
  const ask = (): void => {
    const end = giveUp();
    question();
    later(PROBE_LIMIT, end);
  };
  /** A quiet PBX is normal. The connection is marked as silent only when the question stays unanswered. */
  const doubt = (): void => {
    question();
    later(ANSWER_LIMIT, () => {
      if (kind() === 'live') states.become({ kind: 'silent' });
      ask();
    });
  };
  return {
    heard: () => {
      if (kind() === 'silent') states.become({ kind: 'live' });
      later(QUIET_LIMIT, doubt);
    },
    probe: () => {
      if (kind() !== 'live') return;
      states.become({ kind: 'silent' });
      ask();
    },
  };
};
