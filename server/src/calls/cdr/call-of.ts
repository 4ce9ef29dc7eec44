import type { Call } from '@ringside/core/contract/calls/cdr.ts';
import { formatNumber } from '@ringside/core/base/phone.ts';
import type { CallRow } from './queries.ts';

type Format = typeof formatNumber;

/** Returns a formatter that caches repeated numbers, for files with many calls. `most`: maximum number of cached numbers. */
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

/** Converts a row for the API. Numbers without a country code belong to `defaultCountry`. */
export const callOf = (row: CallRow, defaultCountry: Parameters<Format>[1], format: Format = formatNumber): Call => {
  const { agentName, recordingFile, recordingState, source, destination, startAt, answerAt, endAt, ...others } = row;
  // Only the detail view of a call contains these values.
  const { onward: _, party: _party, connectedAt, ...rest } = others;
  return {
    ...rest,
    source: format(source, defaultCountry),
    destination: format(destination, defaultCountry),
    agent: agentName,
    // The PBX also names a recording file for callers who only waited. Such files have no audio.
    recorded: recordingFile !== '' && answerAt !== null && recordingState !== 'deleted',
    startAt: startAt.toISOString(),
    answerAt: answerAt?.toISOString() ?? null,
    connectedAt: connectedAt?.toISOString() ?? null,
    endAt: endAt.toISOString(),
  };
};
