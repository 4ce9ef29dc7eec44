// Caches answers within one unit of work (a transaction, an import), for rows that the work does not change.
const asked = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Returns the cached answer of `key` within the same work, or calls `ask`. Failures are not cached. */
export const once = <T>(within: object, key: string, ask: () => Promise<T>): Promise<T> => {
  const answers = asked.get(within) ?? new Map<string, Promise<unknown>>();
  asked.set(within, answers);
  const known = answers.get(key) as Promise<T> | undefined;
  if (known !== undefined) return known;
  const answer = ask();
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  return answer;
};

/** Forgets the cached answers of a transaction, after a rollback to a savepoint. */
export const forgetAnswers = (within: object): void => void asked.delete(within);
