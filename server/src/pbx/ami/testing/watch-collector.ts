// Runs a collector against a scripted peer and records everything that it emits.
import { onTestFinished } from 'vitest';
import type { PbxFact, Snapshot } from '@ringside/core/asterisk/fact.ts';
import type { LinkState } from '@ringside/core/asterisk/link.ts';
import { NO_VITALS } from '@ringside/core/live/pbx-vitals.ts';
import type { PbxVitals } from '@ringside/core/live/pbx-vitals.ts';
import { createCollector } from '../collector.ts';
import type { Collector, CollectorOptions, CollectorSettings } from '../collector.ts';
import { SECRET, USER, message, startTestPeer } from './test-peer.ts';
import type { PeerOptions, TestPeer } from './test-peer.ts';

type Entry =
  | { readonly link: LinkState }
  | { readonly snapshot: Snapshot }
  | { readonly fact: PbxFact }
  | { readonly unknown: string; readonly count: number };

export const FAST: CollectorOptions = {
  times: { bootMs: 30, bootRetryMs: 30, noQueuesMs: 400, pingMs: 40, replyMs: 1_000 },
  checkTimes: { quietMs: 40, firstRetryMs: 10, lastRetryMs: 40, countersAfterMs: 10, countersEveryMs: 40 },
  // The minimum of every delay. Delays after a refusal stay long.
  chance: () => 0,
};

export const peerOf = async (options?: PeerOptions): Promise<TestPeer> => {
  const peer = await startTestPeer(options);
  onTestFinished(() => peer.close());
  return peer;
};

export interface Watch {
  readonly collector: Collector;
  readonly seen: Entry[];
  until(what: string, test: () => boolean): Promise<void>;
  kinds(): string[];
  facts(): PbxFact[];
  /** The latest known vitals. */
  vitals(): PbxVitals;
}

export const watch = (peer: TestPeer, settings: Partial<CollectorSettings> = {}, options = FAST): Watch => {
  const seen: Entry[] = [];
  let vitals = NO_VITALS;
  const collector = createCollector(
    { id: 1, host: '127.0.0.1', port: peer.port, tls: false, caPem: '', username: USER, secret: SECRET, ...settings },
    {
      link: (link) => void seen.push({ link }),
      snapshot: (snapshot) => void seen.push({ snapshot }),
      fact: (fact) => void seen.push({ fact }),
      vitals: (told) => {
        vitals = told;
      },
      unknown: (unknown, count) => void seen.push({ unknown, count }),
    },
    options,
  );
  onTestFinished(() => collector.stop());
  collector.start();
  const until = async (what: string, test: () => boolean): Promise<void> => {
    for (let i = 0; !test(); i++) {
      if (i > 1_000) throw new Error(`${what} never came: ${JSON.stringify(seen)}`);
      await new Promise((done) => setTimeout(done, 5));
    }
  };
  const nameOf = (entry: Entry): string =>
    'link' in entry
      ? `link ${entry.link.kind}`
      : 'fact' in entry
        ? `fact ${entry.fact.kind}`
        : 'snapshot' in entry
          ? 'snapshot'
          : `unknown ${entry.unknown}`;
  return {
    collector,
    seen,
    until,
    vitals: () => vitals,
    kinds: () => seen.map(nameOf),
    facts: () => seen.flatMap((entry) => ('fact' in entry ? [entry.fact] : [])),
  };
};

export const count = (w: Watch, kind: string): number => w.kinds().filter((k) => k === kind).length;
export const up = (w: Watch) => w.until('a snapshot', () => w.kinds().includes('snapshot'));
export const problem = (w: Watch): unknown => {
  const link = w.collector.state();
  return 'problem' in link ? link.problem : null;
};

export const lastAsked = (peer: TestPeer, action: string) =>
  peer.sessions.flatMap((s) => s.actions).findLast((f) => f['Action'] === action);

export const join = (queue: string, uniqueid: string): string =>
  message(
    'Event: QueueCallerJoin',
    'Channel: c',
    `Uniqueid: ${uniqueid}`,
    `Queue: ${queue}`,
    'Position: 1',
    'Count: 1',
  );
export const complete = (queue: string): string =>
  message('Event: AgentComplete', 'Channel: c', `Queue: ${queue}`, 'Interface: PJSIP/1', 'TalkTime: 3');
