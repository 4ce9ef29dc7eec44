// Parses a recorded AMI session into blocks, to compare the simulation with a real Asterisk.
import { transcript } from '../../../../lab/transcripts.ts';

export interface Block {
  readonly name: string;
  readonly headers: readonly string[];
  readonly get: (header: string) => string;
}

export const blocksOf = (text: string): readonly Block[] =>
  text.split('\r\n\r\n').flatMap((part) => {
    const pairs = part
      .split('\r\n')
      .filter((line) => line.includes(':'))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const);
    const map = new Map(pairs);
    return pairs.length === 0
      ? []
      : [
          {
            name: map.get('Event') ?? 'Response',
            headers: pairs.map(([h]) => h),
            get: (h: string) => map.get(h) ?? '',
          },
        ];
  });

export const recordedBlocks = (name: string): readonly Block[] => blocksOf(transcript(name).toString('utf8'));
