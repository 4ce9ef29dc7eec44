import type { CallRow } from '@ringside/core/live/state.ts';

const digits = (text: string): string => text.replace(/\D/g, '');

/** True when each word stands somewhere in the call or is in its queue's label. Numbers are found however they are spaced. */
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
  // `+972 50-123` as one number.
  const number = digits(words);
  return (
    number.length >= 3 &&
    /^[\d\s+()./-]+$/.test(words) &&
    [call.source, call.destination].some((n) => digits(n).includes(number))
  );
};
