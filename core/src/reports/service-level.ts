// The seven common definitions of service level. A figure is meaningful only with its formula. Test data: callcentrehelper.com's "service
// level threshold calculations".

/** Counts of one queue and period. "In time": within the threshold in whole seconds, `<=` as in Asterisk. */
interface ServiceLevelCounts {
  readonly answered: number;
  readonly answeredInTime: number;
  readonly abandoned: number;
  readonly abandonedInTime: number;
  readonly abandonedShort: number;
  /** Timed out, left by key, withdrawn, no agent, full. */
  readonly flowOuts: number;
}

export const SERVICE_LEVEL_FORMULAS = [1, 2, 3, 4, 5, 6, 7] as const;

/** Calls within the threshold and calls that count. Sums over queues add these two numbers, never percentages. */
export const serviceLevelParts = (c: ServiceLevelCounts, formula: number): readonly [number, number] => {
  switch (formula) {
    case 1: // answered in time / answered (Asterisk's ServicelevelPerf)
      return [c.answeredInTime, c.answered];
    case 2: // in-time abandons count as kept (Asterisk's ServicelevelPerf2)
      return [c.answeredInTime + c.abandonedInTime, c.answered + c.abandoned];
    case 4: // in-time abandons are excluded
      return [c.answeredInTime, c.answered + c.abandoned - c.abandonedInTime];
    case 5: // short abandons count as kept
      return [c.answeredInTime + c.abandonedShort, c.answered + c.abandoned];
    case 6: // short abandons are excluded
      return [c.answeredInTime, c.answered + c.abandoned - c.abandonedShort];
    case 7: // all received calls
      return [c.answeredInTime, c.answered + c.abandoned + c.flowOuts];
    default: // 3: answered in time / answered and abandoned
      return [c.answeredInTime, c.answered + c.abandoned];
  }
};

/** Returns the share in thousandths of a percent, `null` when the total is zero. */
export const thousandths = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 100_000) : null;

/** Returns thousandths of a percent (81.13 % is 81 130), or `null` without calls. */
export const serviceLevel = (counts: ServiceLevelCounts, formula: number): number | null => {
  const [kept, counted] = serviceLevelParts(counts, formula);
  return thousandths(kept, counted);
};
