import type { Call } from '@ringside/core/contract/cdr.ts';
import { formatNumber } from '@ringside/core/format/phone.ts';
import type { CallRow } from './queries.ts';

/** A row as the API tells it; numbers without a country code are of `defaultCountry`. */
export const callOf = (row: CallRow, defaultCountry: Parameters<typeof formatNumber>[1]): Call => {
  const { agentName, recordingFile, recordingState, source, destination, startAt, answerAt, endAt, ...others } = row;
  // Numbers in it are told by the call's own view alone.
  const { onward: _, ...rest } = others;
  return {
    ...rest,
    source: formatNumber(source, defaultCountry),
    destination: formatNumber(destination, defaultCountry),
    agent: agentName,
    // A PBX names a file for whoever only waited, too; there is nothing to hear in it.
    recorded: recordingFile !== '' && answerAt !== null && recordingState !== 'deleted',
    startAt: startAt.toISOString(),
    answerAt: answerAt?.toISOString() ?? null,
    endAt: endAt.toISOString(),
  };
};
