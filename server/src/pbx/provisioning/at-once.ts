// Runs work on many items over one AMI link, several at a time, so that the round-trip time to a distant PBX does not add up.

/** Asterisk answers a login's actions in order, so more would only fill its buffer. */
const AT_ONCE = 16;

/**
 * Calls `work` for each item, in order, at most 16 at a time. Rejects with the first error, after the running calls have ended, without
 * starting further ones.
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
