// The seed of a suite's random choices. In CI it is fixed, so that a change does not fail by chance. Elsewhere each run draws a new one.

const CI_SEED = 1_926_004;

/** Returns `RINGSIDE_SEED` if it is set, which repeats the choices of an earlier run. */
export const seedOfRun = (): number =>
  Number(process.env['RINGSIDE_SEED'] ?? (process.env['CI'] ? CI_SEED : Date.now() % 1_000_000));
