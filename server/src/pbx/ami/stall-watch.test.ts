import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchStalls } from './stall-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const stage = (isBusy: boolean) => {
  let lastByteAt = Date.now();
  const changes: boolean[] = [];
  let probes = 0;
  const link = { lastByteAt: () => lastByteAt, isBusy: () => isBusy, probe: () => void probes++ };
  const watch = watchStalls({ ...link, changed: (is) => void changes.push(is) });
  return { watch, changes, probes: () => probes, byte: () => void (lastByteAt = Date.now()) };
};

it.each([true, false])('reports a link without any byte as stalled within 5 s (calls up: %s)', (isBusy) => {
  const s = stage(isBusy);
  vi.advanceTimersByTime(5_000);
  expect(s.changes).toEqual([true]);
  s.byte();
  vi.advanceTimersByTime(1_000);
  // Bytes that the PBX sent before the answer may still be in transit.
  expect(s.changes).toEqual([true]);
  s.watch.answered();
  expect(s.changes).toEqual([true, false]);
  s.watch.stop();
});

it('does not probe a link with events, and keeps an idle one that answers its probe', () => {
  const busy = stage(true);
  for (let i = 0; i < 40; i++) {
    vi.advanceTimersByTime(500);
    busy.byte();
  }
  expect([busy.probes(), busy.changes]).toEqual([0, []]);
  busy.watch.stop();
  const quiet = stage(false);
  for (let i = 0, answered = 0; i < 40; i++) {
    vi.advanceTimersByTime(500);
    if (quiet.probes() === answered) continue;
    answered = quiet.probes();
    quiet.byte();
    quiet.watch.answered();
  }
  expect(quiet.probes()).toBeGreaterThan(2);
  expect(quiet.changes).toEqual([]);
  quiet.watch.stop();
});
