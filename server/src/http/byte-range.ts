// RFC 9110 range requests, of one range; others are answered with the whole, as the RFC allows.

/** First and last byte. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** null: send everything. `unsatisfiable`: it begins beyond the end. */
export const byteRangeOf = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null => {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '');
  const [first, last] = [match?.[1] ?? '', match?.[2] ?? ''];
  if (match === null || (first === '' && last === '')) return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size - 1 };
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return null;
  return from >= size ? 'unsatisfiable' : { from, to };
};
