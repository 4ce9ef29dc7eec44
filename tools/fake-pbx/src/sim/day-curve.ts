// Load of a call center by hour of the working day: a morning peak, a dip at lunch, a smaller afternoon peak.

const HOURS: readonly number[] = [
  0.02, 0.02, 0.02, 0.02, 0.02, 0.03, 0.08, 0.25, 0.6, 0.88, 1, 0.97, 0.84, 0.68, 0.7, 0.86, 0.93, 0.88, 0.66, 0.42,
  0.25, 0.14, 0.07, 0.03,
];

export const hourOf = (ms: number): number => (((ms / 3_600_000) % 24) + 24) % 24;

/** Returns the share of the peak rate at a moment, 0 to 1, interpolated linearly between the hours. */
export const activity = (ms: number): number => {
  const hour = hourOf(ms);
  const from = HOURS[Math.floor(hour)]!;
  const to = HOURS[(Math.floor(hour) + 1) % 24]!;
  return from + (to - from) * (hour % 1);
};
