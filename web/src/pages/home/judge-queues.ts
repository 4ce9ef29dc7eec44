/** What the home page knows of a queue. Times in epoch ms on the server's clock. */
export interface QueueFacts {
  readonly key: string;
  /** The name on its PBX. */
  readonly name: string;
  readonly callcenterId: string | null;
  readonly waiting: number;
  readonly oldest: number | null;
  /** Agents who may take a call, now or after the one that they are in. */
  readonly present: number;
  /** How soon a call should be answered, seconds; null before the first figures of today. */
  readonly thresholdSeconds: number | null;
  /** Today's, in thousandths of a percent; null without a call to judge. */
  readonly serviceLevel: number | null;
}

/** `late`: a caller waits longer than aimed at; `nobody`: callers and no agent; `breach`: today is below the target. */
export type QueueTrouble = 'late' | 'nobody' | 'breach' | 'waiting';

export interface QueueVerdict extends QueueFacts {
  readonly trouble: QueueTrouble;
  /** Per cent; null where no target is known. */
  readonly target: number | null;
}

/** The gravest first: callers now before the figures of the day. */
const GRAVITY: Readonly<Record<QueueTrouble, number>> = { nobody: 0, late: 1, breach: 2, waiting: 3 };

const troubleOf = (q: QueueFacts, target: number | null, now: number): QueueTrouble | null => {
  if (q.waiting > 0 && q.present === 0) return 'nobody';
  if (q.oldest !== null && q.thresholdSeconds !== null && now - q.oldest > q.thresholdSeconds * 1000) return 'late';
  if (q.serviceLevel !== null && target !== null && q.serviceLevel < target * 1000) return 'breach';
  return q.waiting > 0 ? 'waiting' : null;
};

/**
 * The queues that need somebody, each once, by what is gravest about it; among equals the longest wait, then the lowest
 * service level. `targetOf` gives a call center's aim in per cent.
 */
export const judgeQueues = (
  queues: readonly QueueFacts[],
  targetOf: (callcenterId: string) => number | undefined,
  now: number,
): readonly QueueVerdict[] =>
  queues
    .flatMap((q) => {
      const target = (q.callcenterId === null ? undefined : targetOf(q.callcenterId)) ?? null;
      const trouble = troubleOf(q, target, now);
      return trouble ? [{ ...q, trouble, target }] : [];
    })
    .sort(
      (a, b) =>
        GRAVITY[a.trouble] - GRAVITY[b.trouble] ||
        order(a.oldest, b.oldest) ||
        order(a.serviceLevel, b.serviceLevel) ||
        (a.name < b.name ? -1 : 1),
    );

/** Smallest first, what is not known last. */
const order = (a: number | null, b: number | null): number => (a === b ? 0 : a === null ? 1 : b === null ? -1 : a - b);
