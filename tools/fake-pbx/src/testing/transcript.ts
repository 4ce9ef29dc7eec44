// A recorded AMI session as blocks, to hold the simulation against the real thing.
import { readFileSync } from 'node:fs';

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

const folder = new URL('../../../../lab/transcripts/', import.meta.url);

export const transcript = (name: string): readonly Block[] =>
  blocksOf(readFileSync(new URL(`${name}.ami`, folder), 'utf8'));
