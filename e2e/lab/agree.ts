// Waits until the state of the console equals that of the PBX, and reports the differences otherwise.
import type { Witness } from './ami-witness.ts';
import { differences } from './facts.ts';
import { sleep } from './lab.ts';
import type { LiveAnswer } from './live.ts';
import { liveFacts } from './live.ts';
import { readTruth } from './truth.ts';

interface Agreement {
  /** Comparisons in which both answers of the PBX were equal. */
  readonly comparisons: number;
  readonly facts: number;
}

/**
 * Reads the PBX, then the console, then the PBX again. If both answers of the PBX are equal, the console must agree, at most one or two
 * comparisons later, because an event may still be on its way. Throws the last differences after `withinMs`. If the PBX did not answer
 * equally in that time, on a busy machine, the facts that were equal in both answers are compared.
 */
export const expectAgreement = async (
  readLive: () => Promise<LiveAnswer>,
  witness: Witness,
  serverId: number,
  { only = () => true, withinMs = 6_000 }: { only?: (key: string) => boolean; withinMs?: number } = {},
): Promise<Agreement> => {
  const until = Date.now() + withinMs;
  const patience = until + 30_000;
  let last: string[] = ['the state of the PBX changed between every two responses'];
  let comparisons = 0;
  while (Date.now() < (comparisons === 0 ? patience : until)) {
    const before = await readTruth(witness);
    const live = await readLive();
    const after = await readTruth(witness);
    const isIdle = differences(before, after).length === 0;
    if (isIdle || Date.now() > until) {
      if (isIdle) comparisons++;
      const isStable = (key: string): boolean => isIdle || before.get(key) === after.get(key);
      last = differences(after, liveFacts(live, serverId), (key) => only(key) && isStable(key));
      if (last.length === 0) return { comparisons, facts: after.size };
    }
    await sleep(120);
  }
  throw new Error(
    `The console and the PBX differ after ${comparisons} comparisons:\n  ${last.slice(0, 40).join('\n  ')}`,
  );
};
