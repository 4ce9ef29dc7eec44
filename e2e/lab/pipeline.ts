// Collector, tracker and reducer without database, bus or HTTP.
import type { LiveEvent, Outcome } from '@ringside/core/live/event.ts';
import { reduce } from '@ringside/core/live/reduce.ts';
import { toLive } from '@ringside/core/live/select.ts';
import { emptyState } from '@ringside/core/live/state.ts';
import { createTracker } from '@ringside/core/live/tracker/tracker.ts';
import { NOBODY } from '@ringside/core/live/state.ts';
import { createCollector } from '../../server/src/pbx/ami/collector.ts';
import type { LiveAnswer } from './live.ts';

export interface Pipeline {
  read(): Promise<LiveAnswer>;
  /** Queue calls by outcome, for each queue name. */
  readonly outcomes: ReadonlyMap<string, Record<Outcome, number>>;
  /** Names of events that the decoder does not know. */
  readonly unknown: ReadonlySet<string>;
  /** The last events, newest last, to trace a difference. */
  readonly recent: readonly LiveEvent[];
  stop(): Promise<void>;
}

const none = (): Record<Outcome, number> => ({
  answered: 0,
  abandoned: 0,
  'timed-out': 0,
  'left-by-key': 0,
  'no-agent': 0,
  full: 0,
  withdrawn: 0,
});

export const startPipeline = (settings: {
  id: number;
  host: string;
  port: number;
  username: string;
  secret: string;
}): Pipeline => {
  const state = emptyState();
  const outcomes = new Map<string, Record<Outcome, number>>();
  const unknown = new Set<string>();
  const recent: LiveEvent[] = [];
  const tracker = createTracker(
    { id: settings.id, name: `PBX ${settings.id}` },
    { ofQueue: () => NOBODY, ofChannel: () => NOBODY },
  );
  const take = (events: readonly LiveEvent[]): void => {
    for (const e of events) {
      reduce(state, e);
      recent.push(e);
      if (recent.length > 4000) recent.splice(0, 1000);
      if (e.kind !== 'outcome') continue;
      const of = outcomes.get(e.queue) ?? none();
      of[e.outcome]++;
      outcomes.set(e.queue, of);
    }
  };
  const collector = createCollector(
    { ...settings, tls: false, caPem: '' },
    {
      link: (link, at) => take(tracker.link(link, at)),
      snapshot: (snapshot, at) => take(tracker.snapshot(snapshot, at)),
      fact: (fact, at) => take(tracker.fact(fact, at)),
      unknown: (name) => unknown.add(name),
    },
  );
  const settling = setInterval(() => take(tracker.settle(Date.now())), 500);
  collector.start();
  return {
    read: () => Promise.resolve(toLive(state, Date.now(), 'US')),
    outcomes,
    unknown,
    recent,
    stop: async () => {
      clearInterval(settling);
      await collector.stop();
    },
  };
};
