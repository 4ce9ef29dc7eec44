// Waits for the events that confirm an AMI action.
import { matchExpected, type Expected, type Seen } from '@ringside/core/live/expected.ts';
import type { PbxFact } from '@ringside/core/asterisk/fact.ts';

interface Watched {
  /** `null` after a time-out or cancellation. */
  readonly seen: Promise<Seen | null>;
  cancel(): void;
}

export interface FactWatch {
  fact(fact: PbxFact): void;
  /** Starts waiting. Call this before sending the action, so that an immediate event is not missed. */
  expect(expected: Expected, withinMs: number): Watched;
  close(): void;
}

export const createFactWatch = (): FactWatch => {
  const waiting = new Map<Expected, (seen: Seen | null) => void>();
  return {
    fact: (fact) => {
      for (const [expected, settle] of waiting) {
        const seen = matchExpected(expected, fact);
        if (seen !== null) settle(seen);
      }
    },
    expect: (expected, withinMs) => {
      const { promise, resolve } = Promise.withResolvers<Seen | null>();
      const settle = (seen: Seen | null): void => {
        clearTimeout(timer);
        waiting.delete(expected);
        resolve(seen);
      };
      const timer = setTimeout(() => settle(null), withinMs);
      waiting.set(expected, settle);
      return { seen: promise, cancel: () => settle(null) };
    },
    close: () => {
      for (const settle of [...waiting.values()]) settle(null);
    },
  };
};
