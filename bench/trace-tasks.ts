// Tasks of the page's main thread from the browser's trace, as CPU time, so that other load on the machine does not count.
import type { CDPSession } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly tid: number;
  readonly pid: number;
  /** Microseconds of CPU. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

interface TracedTasks {
  /** CPU milliseconds of each task. */
  readonly tasks: readonly number[];
  /** CPU milliseconds by the name of a step within tasks, such as `Paint`. */
  readonly steps: ReadonlyMap<string, number>;
}

/** Returns the main threads of pages, by thread name. */
const mainThreads = (events: readonly TraceEvent[]): ReadonlySet<string> =>
  new Set(
    events.filter((e) => e.name === 'thread_name' && e.args?.name === 'CrRendererMain').map((e) => `${e.pid}.${e.tid}`),
  );

export const traceTasks = async (cdp: CDPSession, work: () => Promise<unknown>): Promise<TracedTasks> => {
  const events: TraceEvent[] = [];
  const take = (part: { value: unknown[] }): void => void events.push(...(part.value as TraceEvent[]));
  cdp.on('Tracing.dataCollected', take);
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] },
  });
  await work();
  const over = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  await cdp.send('Tracing.end');
  await over;
  cdp.off('Tracing.dataCollected', take);
  const mains = mainThreads(events);
  const ofPage = events.filter((e) => e.tdur !== undefined && mains.has(`${e.pid}.${e.tid}`));
  const steps = new Map<string, number>();
  for (const { name, tdur = 0 } of ofPage) steps.set(name, (steps.get(name) ?? 0) + tdur / 1000);
  return { tasks: ofPage.filter((e) => e.name === 'RunTask').map((e) => (e.tdur ?? 0) / 1000), steps };
};
