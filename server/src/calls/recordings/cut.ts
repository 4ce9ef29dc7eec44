// Helpers for parts of streams.

export async function* nothing(): AsyncGenerator<Uint8Array> {
  // Yields nothing, for a range beyond the end.
}

/** Yields bytes `from` to `to`, both included, of a stream that is only available completely. */
export async function* cut(content: AsyncIterable<Uint8Array>, from: number, to: number): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of content) {
    const first = Math.max(0, from - at);
    const last = Math.min(chunk.length, to + 1 - at);
    if (first < last) yield chunk.subarray(first, last);
    at += chunk.length;
    if (at > to) return;
  }
}
