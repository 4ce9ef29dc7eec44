// Tests that every socket ends with exactly its viewer's part of the authority's state after random steps.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FactSink } from '@ringside/core/live/fact-sink.ts';
import { scope, type Viewer } from '@ringside/core/live/scope.ts';
import type { LiveState } from '@ringside/core/live/state.ts';
import { channelOf, OWNERS, PBXS, step, VIEWERS, type Step } from './testing/happenings.ts';
import { openLiveHarness, type Client, type LiveHarness } from './testing/live-harness.ts';

const createRun = (harness: LiveHarness) => {
  const sinks = new Map<number, FactSink>();
  const clients: Client[] = [];
  const syncs = new Map<Client, Promise<void>>();
  const sinkOf = async (id: number): Promise<FactSink> => {
    const known = sinks.get(id);
    if (known !== undefined) return known;
    const sink = await harness.authority.add({ id, name: `PBX ${id}` });
    sinks.set(id, sink);
    // A collector starts with this event.
    sink.link({ kind: 'connecting', attempt: 0, problem: null }, Date.now());
    return sink;
  };
  const pick = (n: number): Client | undefined => (clients.length === 0 ? undefined : clients[n % clients.length]);
  const run = async (s: Step): Promise<void> => {
    const at = Date.now();
    switch (s.do) {
      case 'fact':
        return (await sinkOf(s.pbx)).fact(s.fact, at);
      case 'snapshot': {
        const sink = await sinkOf(s.pbx);
        sink.link({ kind: 'up', version: '22.10.1', problems: [] }, at);
        return sink.snapshot(s.snapshot, at);
      }
      case 'away':
        return (await sinkOf(s.pbx)).link(
          { kind: 'away', problem: { code: 'connection-lost', line: null }, retryInMs: 1 },
          at,
        );
      case 'join': {
        const client = await harness.connect(s.who, s);
        clients.push(client);
        syncs.set(client, client.sync());
        return;
      }
      case 'sync': {
        const client = pick(s.who);
        if (client !== undefined) syncs.set(client, client.sync());
        return;
      }
      case 'leave': {
        const client = pick(s.who);
        if (client === undefined) return;
        clients.splice(clients.indexOf(client), 1);
        client.socket.resume();
        client.socket.close();
        return;
      }
      case 'sleep':
        return void pick(s.who)?.socket.pause();
      case 'wake':
        return void pick(s.who)?.socket.resume();
      case 'lose':
        return harness.loseBatches(s.count);
      case 'owners':
        harness.owners.replace(OWNERS(s.swapped));
        return harness.authority.ownersChanged();
      case 'remove':
        harness.authority.remove(s.pbx);
        return void sinks.delete(s.pbx);
      case 'breathe':
        return new Promise((resolve) => setTimeout(resolve, 8));
    }
  };
  return { run, clients, syncs, sinkOf };
};

const plain = (state: LiveState): unknown =>
  Object.fromEntries(
    Object.entries(state).map(([table, rows]) => [table, Object.fromEntries((rows as Map<string, unknown>).entries())]),
  );

it("gives every socket its viewer's part of the authority's state", { timeout: 120_000 }, async () => {
  // CI always uses the same seed, as in bin/property-seed.mjs.
  const seed = Number(process.env['SEED'] ?? (process.env['CI'] ? 1_926_004 : Date.now() % 1_000_000));
  console.log(`seed ${seed}`);
  let compared = 0;
  let rows = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80, size: 'max' }), async (steps) => {
      const harness = await openLiveHarness(VIEWERS);
      harness.owners.replace(OWNERS(false));
      const { run, clients, syncs, sinkOf } = createRun(harness);
      try {
        for (const s of steps) await run(s);
        harness.loseBatches(0);
        for (const who of Object.keys(VIEWERS)) await run({ do: 'join', who, batch: true, compress: true });
        // A client detects a lost batch when the next one arrives.
        for (const id of PBXS)
          (await sinkOf(id)).fact({ kind: 'channel', cause: 'Newchannel', ...channelOf(6, 6, 'a') }, Date.now());
        await new Promise((resolve) => setTimeout(resolve, 30));
        for (const client of clients) client.socket.resume();
        const stayed = clients.filter((c) => c.closeCode() === null);
        for (const c of stayed) await syncs.get(c);
        await Promise.all(stayed.map((c) => c.caughtUp()));
        expect(plain(harness.hub.state)).toEqual(plain(harness.truth()));
        for (const client of stayed) {
          const viewer = VIEWERS[client.name] as Viewer;
          const truth = plain(scope(harness.truth(), viewer));
          expect({ who: client.name, ...(plain(client.state) as object) }).toEqual({
            who: client.name,
            ...(truth as object),
          });
          compared++;
          rows += client.state.calls.size + client.state.members.size + client.state.callers.size;
        }
      } finally {
        for (const client of clients) client.socket.terminate();
        await harness.close();
      }
    }),
    { seed, numRuns: Number(process.env['RUNS'] ?? 40), endOnFailure: true },
  );
  expect(compared).toBeGreaterThan(100);
  expect(rows).toBeGreaterThan(300);
});
