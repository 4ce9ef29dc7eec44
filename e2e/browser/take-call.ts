import { expect, vi } from 'vitest';
import type { Stage } from './stage.ts';

export const WAIT = { timeout: 20_000, interval: 200 };

/** Ana Gil calls the queue, and an agent answers. */
export const takeCall = async (stage: Stage, queue: string): Promise<void> => {
  const ringing = (): boolean => (stage.pbx.world().queues.get(queue)?.entries[0]?.forks.length ?? 0) > 0;
  stage.call(queue, { number: '+34600111222', name: 'Ana Gil' });
  await vi.waitFor(() => expect(ringing()).toBe(true), WAIT);
  stage.pickUp(queue);
};
