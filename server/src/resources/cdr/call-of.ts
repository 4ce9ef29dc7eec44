import type { Call } from '@ringside/core/contract/cdr.ts';
import { formatNumber } from '@ringside/core/format/phone.ts';
import type { CallRow } from './queries.ts';

type Format = typeof formatNumber;

/** Numbers that come again and again, as those that are called do, are read once; for a file of many calls. */
export const formatOnce = (most = 20_000): Format => {
  const known = new Map<string, ReturnType<Format>>();
  return (raw, defaultCountry) => {
    const key = `${defaultCountry ?? ''} ${raw}`;
    const found = known.get(key) ?? formatNumber(raw, defaultCountry);
    if (known.size >= most) known.clear();
    known.set(key, found);
    return found;
  };
};

/** A row as the API tells it; numbers without a country code are of `defaultCountry`. */
export const callOf = (row: CallRow, defaultCountry: Parameters<Format>[1], format: Format = formatNumber): Call => {
  const { agentName, recordingFile, recordingState, source, destination, startAt, answerAt, endAt, ...others } = row;
  // Numbers in it are told by the call's own view alone.
  const { onward: _, ...rest } = others;
  return {
    ...rest,
    source: format(source, defaultCountry),
    destination: format(destination, defaultCountry),
    agent: agentName,
    // A PBX names a file for whoever only waited, too; there is nothing to hear in it.
    recorded: recordingFile !== '' && answerAt !== null && recordingState !== 'deleted',
    startAt: startAt.toISOString(),
    answerAt: answerAt?.toISOString() ?? null,
    endAt: endAt.toISOString(),
  };
};
