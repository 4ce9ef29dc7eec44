// Tests commands that take longer than a browser waits: they answer early and write their outcome to the audit trail later.
import { expect, it } from 'vitest';
import { orAfter, type Outcome } from './command-context.ts';

const outcome = (message: string): Outcome => ({ message, confirmed: true, space: null, facts: {} });

it('returns the final outcome when the command ends in time', async () => {
  const late: Promise<Outcome>[] = [];
  const ctx = { late: (running: Promise<Outcome>) => void late.push(running) };
  expect(await orAfter(ctx, 60_000, Promise.resolve(outcome('done')), outcome('rings'))).toEqual(outcome('done'));
  await expect(orAfter(ctx, 60_000, Promise.reject(new Error('busy')), outcome('rings'))).rejects.toThrow('busy');
  expect(late).toEqual([]);
});

it('returns the interim outcome after the time limit and passes the running command to `late`, whether it succeeds or fails', async () => {
  for (const fails of [false, true]) {
    const late: Promise<Outcome>[] = [];
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const ctx = { late: (running: Promise<Outcome>) => void late.push(running) };
    expect(await orAfter(ctx, 0, promise, outcome('rings'))).toEqual(outcome('rings'));
    if (fails) reject(new Error('busy'));
    else resolve(outcome('done'));
    const [end] = await Promise.allSettled(late);
    expect(end?.status).toBe(fails ? 'rejected' : 'fulfilled');
  }
});
