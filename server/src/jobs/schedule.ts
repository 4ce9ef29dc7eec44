// Housekeeping at intervals. A run that fails is told and tried again at its next turn; runs of one job never overlap.

export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<void>;
}

/** Returns its own stop. */
export const schedule = (jobs: readonly Job[], onError: (job: string, error: unknown) => void): (() => void) => {
  const running = new Set<string>();
  const timers = jobs.map((job) =>
    setInterval(() => {
      if (running.has(job.name)) return;
      running.add(job.name);
      job
        .run()
        .catch((error: unknown) => onError(job.name, error))
        .finally(() => running.delete(job.name));
    }, job.everyMs).unref(),
  );
  return () => timers.forEach(clearInterval);
};
