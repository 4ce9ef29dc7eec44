/** Half open, epoch ms; without an end `to` is Infinity. */
export interface Stay {
  readonly from: number;
  readonly to: number;
}

/** How many of the stays there were at the busiest moment of the window: what a fee by number asks for. */
export const mostAtOnce = (stays: readonly Stay[], window: Stay): number => {
  const turns = stays
    .map((s) => ({ from: Math.max(s.from, window.from), to: Math.min(s.to, window.to) }))
    .filter((s) => s.from < s.to)
    .flatMap((s) => [
      { at: s.from, by: 1 },
      { at: s.to, by: -1 },
    ])
    // Who leaves in the moment in which another comes was not there with him.
    .toSorted((a, b) => a.at - b.at || a.by - b.by);
  let now = 0;
  let most = 0;
  for (const { by } of turns) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
};
