// Watches a logged-in link. Pings measure the round trip and the PBX's clock, and end a link that brings no byte for several
// pings. A stall is reported earlier (`stall-watch.ts`).
import { LinkFailure } from './link-failure.ts';
import type { Connection } from './connection.ts';
import type { LinkTimes } from './settings.ts';
import { watchStalls, type StallTimes } from './stall-watch.ts';
import type { Vitals } from './vitals.ts';

interface LinkHandlers {
  /** Whether calls are in progress, so that events are due. */
  isBusy(): boolean;
  stalled(isStalled: boolean): void;
  /** The problems of the link may have changed. */
  checkProblems(): void;
  failed(failure: LinkFailure): void;
}

interface Pings {
  /** Sends a Ping now. */
  send(): void;
  stop(): void;
}

const CHECK_PROBLEMS_EVERY_MS = 60_000;

/** `answered`: `timestamp` is the PBX's clock, if the answer has it, and `sentAt` the time of the Ping in epoch ms. */
const startPings = (
  link: Pick<Connection, 'send' | 'lastByteAt'>,
  { pingMs, pingsUnanswered }: LinkTimes,
  answered: (timestamp: string | undefined, sentAt: number) => void,
  failed: (failure: LinkFailure) => void,
): Pings => {
  let missed = 0;
  let pingedAt = 0;
  let stopped = false;

  const send = (): void => {
    const sentAt = Date.now();
    const done = ({ fields }: { readonly fields: Readonly<Record<string, string>> }): void => {
      if (!stopped) answered(fields['Timestamp'], sentAt);
    };
    link.send('Ping', {}, { done, failed: () => undefined });
  };

  /** Any byte since the last ping proves that the link works: a busy PBX may answer late. */
  const tick = (): void => {
    const lastByteAt = link.lastByteAt();
    missed = lastByteAt < pingedAt ? missed + 1 : 0;
    const now = Date.now();
    if (missed >= pingsUnanswered) {
      const seconds = Math.round((now - lastByteAt) / 1000);
      return failed(new LinkFailure({ code: 'no-answer', params: { seconds }, line: null }));
    }
    pingedAt = now;
    send();
  };
  const timer = setInterval(tick, pingMs);

  return {
    send,
    stop: () => {
      stopped = true;
      clearInterval(timer);
    },
  };
};

/** Returns the function that ends the watch. */
export const watchLink = (
  link: Pick<Connection, 'send' | 'lastByteAt'>,
  times: LinkTimes,
  stallTimes: StallTimes,
  vitals: Vitals,
  handlers: LinkHandlers,
): (() => void) => {
  const answered = (timestamp: string | undefined, sentAt: number): void => {
    stalls.answered();
    vitals.pong(timestamp, sentAt, Date.now());
    handlers.checkProblems();
  };
  const pings = startPings(link, times, answered, handlers.failed);
  const problemsTimer = setInterval(handlers.checkProblems, CHECK_PROBLEMS_EVERY_MS);
  const { isBusy, stalled } = handlers;
  const stalls = watchStalls({ lastByteAt: link.lastByteAt, isBusy, probe: pings.send, changed: stalled }, stallTimes);
  pings.send();
  return () => {
    stalls.stop();
    pings.stop();
    clearInterval(problemsTimer);
  };
};
