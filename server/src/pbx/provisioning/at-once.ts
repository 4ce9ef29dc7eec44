// Runs work on many items over one AMI link: some at a time, so that a distant PBX is not asked item by item.

/** Asterisk answers a login's actions in order, so more would only fill its buffer. */
const AT_ONCE = 16;

/**
 * Calls `work` for each item, in order, at most 16 at a time. Rejects with the first error, after the calls under way have ended and
 * without starting another.
 */
export const eachAtOnce = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const left = items.values();
  const errors: unknown[] = [];
  const run = async (): Promise<void> => {
    for (const item of left) {
      if (errors.length > 0) return;
      try {
        await work(item);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, run));
  if (errors.length > 0) throw errors[0];
};
