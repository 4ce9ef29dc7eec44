import { callKey, type CallRow, queueKey } from '@ringside/core/live/state.ts';

const digits = (text: string): string => text.replace(/\D/g, '');

/** Returns whether each word occurs in the call or in the label of its queue. Ignores spaces and punctuation of numbers. */
export const matchesCall = (call: CallRow, words: string, queueLabel?: string): boolean => {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return true;
  const text = [
    call.source,
    call.sourceName,
    call.destination,
    call.queue,
    queueLabel,
    call.agent,
    call.agentInterface,
    call.channel,
  ]
    .join('\n')
    .toLocaleLowerCase();
  if (wanted.every((word) => text.includes(word))) return true;
  // Treats `+972 50-123` as one number.
  const number = digits(words);
  return (
    number.length >= 3 &&
    /^[\d\s+()./-]+$/.test(words) &&
    [call.source, call.destination].some((n) => digits(n).includes(number))
  );
};

/** Returns the label of the queue with this key. */
export type LabelOf = (queue: string) => string | undefined;

export const queueOf = (row: CallRow, labelOf: LabelOf): string | null =>
  row.queue === null ? null : (labelOf(queueKey(row.serverId, row.queue)) ?? row.queue);

/** Returns the keys of the matching calls, longest call first. */
export const listCalls = (
  calls: Iterable<CallRow>,
  servers: readonly number[] | undefined,
  words: string,
  labelOf: LabelOf,
): string[] => {
  const shown = [];
  for (const row of calls)
    if ((!servers || servers.includes(row.serverId)) && matchesCall(row, words, queueOf(row, labelOf) ?? ''))
      shown.push(row);
  return shown.sort((a, b) => a.startedAt - b.startedAt).map((row) => callKey(row.serverId, row.linkedid));
};
