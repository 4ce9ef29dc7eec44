// Runs jobs at intervals. A failed run is reported and runs again at the next interval. Runs of one job never overlap.

export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<void>;
}

/** Shutdown grace period for running jobs. Later errors are not reported. */
const PATIENCE_MS = 4_000;

/** Returns a function that starts no further runs and waits for the running ones. */
export const schedule = (
  jobs: readonly Job[],
  onError: (job: string, error: unknown) => void,
  patienceMs = PATIENCE_MS,
): (() => Promise<void>) => {
  const running = new Map<string, Promise<void>>();
  let abandoned = false;
  const begin = (job: Job): void => {
    if (running.has(job.name)) return;
    const run = job
      .run()
      .catch((error: unknown) => {
        if (!abandoned) onError(job.name, error);
      })
      .finally(() => running.delete(job.name));
    running.set(job.name, run);
  };
  const timers = jobs.map((job) => setInterval(begin, job.everyMs, job).unref());
  return async () => {
    timers.forEach(clearInterval);
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = setTimeout(resolve, patienceMs);
    await Promise.race([Promise.all(running.values()), promise]);
    clearTimeout(late);
    abandoned = true;
  };
};
