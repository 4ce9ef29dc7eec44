// Seven definitions of service level are in use; a number without its formula says nothing. Source of the vector in the
// test: the textbook set of callcentrehelper.com's "service level threshold calculations".

/** Counts of one queue and period. "In time": within the threshold, whole seconds, `<=`, as Asterisk compares. */
export interface ServiceLevelCounts {
  readonly answered: number;
  readonly answeredInTime: number;
  readonly abandoned: number;
  readonly abandonedInTime: number;
  readonly abandonedShort: number;
  /** Timed out, left by key, withdrawn, no agent, full. */
  readonly flowOuts: number;
}

export const SERVICE_LEVEL_FORMULAS = [1, 2, 3, 4, 5, 6, 7] as const;
export type ServiceLevelFormula = (typeof SERVICE_LEVEL_FORMULAS)[number];

/** Calls that were served in time and calls that are judged: those of several queues are added up, never their percentages. */
export const serviceLevelParts = (c: ServiceLevelCounts, formula: number): readonly [number, number] => {
  switch (formula) {
    case 1: // answered in time / answered (Asterisk's ServicelevelPerf)
      return [c.answeredInTime, c.answered];
    case 2: // abandons in time count as kept (Asterisk's ServicelevelPerf2)
      return [c.answeredInTime + c.abandonedInTime, c.answered + c.abandoned];
    case 4: // abandons in time are left out
      return [c.answeredInTime, c.answered + c.abandoned - c.abandonedInTime];
    case 5: // short abandons count as kept
      return [c.answeredInTime + c.abandonedShort, c.answered + c.abandoned];
    case 6: // short abandons are left out
      return [c.answeredInTime, c.answered + c.abandoned - c.abandonedShort];
    case 7: // whatever was offered
      return [c.answeredInTime, c.answered + c.abandoned + c.flowOuts];
    default: // 3: answered in time / answered and abandoned
      return [c.answeredInTime, c.answered + c.abandoned];
  }
};

/** Share in thousandths of a percent; null of nothing. */
export const thousandths = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 100_000) : null;

/** Thousandths of a percent (81.13 % is 81 130), or null when there is no call to judge. */
export const serviceLevel = (counts: ServiceLevelCounts, formula: number): number | null => {
  const [kept, judged] = serviceLevelParts(counts, formula);
  return thousandths(kept, judged);
};
