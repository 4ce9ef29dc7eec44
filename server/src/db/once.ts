// What is asked again and again within one work (a transaction, an import) about rows that the work does not change.
const asked = new WeakMap<object, Map<string, Promise<unknown>>>();

/** The answer that `key` had before within the same work, else a new one. A failure is not remembered. */
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
