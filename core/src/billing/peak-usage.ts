/** Half-open, epoch ms. `to` is Infinity without an end. */
export interface Stay {
  readonly from: number;
  readonly to: number;
}

/** Returns the maximum number of simultaneous stays in the window, which unit fees charge. */
export const peakConcurrency = (stays: readonly Stay[], window: Stay): number => {
  const turns = stays
    .map((s) => ({ from: Math.max(s.from, window.from), to: Math.min(s.to, window.to) }))
    .filter((s) => s.from < s.to)
    .flatMap((s) => [
      { at: s.from, by: 1 },
      { at: s.to, by: -1 },
    ])
    // A call that ends when another starts does not overlap it.
    .toSorted((a, b) => a.at - b.at || a.by - b.by);
  let now = 0;
  let most = 0;
  for (const { by } of turns) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
};
