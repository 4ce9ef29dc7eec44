import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { schedule } from './schedule.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A job that ends on request. */
const slowJob = () => {
  const ends = Promise.withResolvers<void>();
  const run = vi.fn(() => ends.promise);
  return { job: { name: 'slow', everyMs: 1_000, run }, run, end: ends.resolve, fail: ends.reject };
};

it('starts no second run of a job while one runs, and no run after the stop', async () => {
  const { job, run, end } = slowJob();
  const stop = schedule([job], vi.fn());
  await vi.advanceTimersByTimeAsync(3_500);
  expect(run).toHaveBeenCalledTimes(1);
  end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).toHaveBeenCalledTimes(2);
  await stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(2);
});

it('waits for running jobs at the stop and reports their errors', async () => {
  const { job, fail } = slowJob();
  const onError = vi.fn();
  const stop = schedule([job], onError);
  await vi.advanceTimersByTimeAsync(1_000);
  const stopped = vi.fn();
  const stopping = stop().then(stopped);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stopped).not.toHaveBeenCalled();
  const error = new Error('no');
  fail(error);
  await stopping;
  expect(onError).toHaveBeenCalledExactlyOnceWith('slow', error);
});

it('stops waiting after the grace period and reports no later errors', async () => {
  const { job, fail } = slowJob();
  const onError = vi.fn();
  const stop = schedule([job], onError, 2_000);
  await vi.advanceTimersByTimeAsync(1_000);
  const stopping = stop();
  await vi.advanceTimersByTimeAsync(2_000);
  await stopping;
  fail(new Error('The database has stopped'));
  await vi.advanceTimersByTimeAsync(0);
  expect(onError).not.toHaveBeenCalled();
});
