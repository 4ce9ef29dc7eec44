/** Facts about a queue for the home page. Times in epoch ms on the server's clock. */
export interface QueueFacts {
  readonly key: string;
  /** Queue name on the PBX. */
  readonly name: string;
  readonly callcenterId: string | null;
  readonly waiting: number;
  readonly oldest: number | null;
  /** Agents who can take a call, now or after their current call. */
  readonly present: number;
  /** Target answer time in seconds; null before the first figures of today. */
  readonly thresholdSeconds: number | null;
  /** Today's service level in thousandths of a percent; null without calls. */
  readonly serviceLevel: number | null;
}

/** `late`: a caller waits longer than the target. `nobody`: callers wait and no agent is present. `breach`: today is below the target. */
export type QueueTrouble = 'late' | 'nobody' | 'breach' | 'waiting';

export interface QueueVerdict extends QueueFacts {
  readonly trouble: QueueTrouble;
  /** Percent; null if the target is unknown. */
  readonly target: number | null;
}

/** Most severe first: waiting callers before the figures of the day. */
const GRAVITY: Readonly<Record<QueueTrouble, number>> = { nobody: 0, late: 1, breach: 2, waiting: 3 };

const troubleOf = (q: QueueFacts, target: number | null, now: number): QueueTrouble | null => {
  if (q.waiting > 0 && q.present === 0) return 'nobody';
  if (q.oldest !== null && q.thresholdSeconds !== null && now - q.oldest > q.thresholdSeconds * 1000) return 'late';
  if (q.serviceLevel !== null && target !== null && q.serviceLevel < target * 1000) return 'breach';
  return q.waiting > 0 ? 'waiting' : null;
};

/**
 * Returns the queues that need attention, each once with its most severe problem. Sorts equal problems by the longest wait, then the lowest
 * service level. `targetOf` returns a call center's target in percent.
 */
export const findQueueTrouble = (
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

/** Compares ascending, null last. */
const order = (a: number | null, b: number | null): number => (a === b ? 0 : a === null ? 1 : b === null ? -1 : a - b);
