// Waits until the console and the PBX give the same account, and says what differs when they do not.
import type { Witness } from './ami-witness.ts';
import { differences } from './facts.ts';
import { sleep } from './lab.ts';
import type { LiveAnswer } from './live.ts';
import { liveFacts } from './live.ts';
import { readTruth } from './truth.ts';

export interface Agreement {
  /** Looks that found the PBX at rest between its two answers, the last of which agreed. */
  readonly looks: number;
  readonly facts: number;
}

/**
 * The PBX is read, then the console, then the PBX again. Only when both answers of the PBX are the same is there one
 * moment that all three speak of; then the console must say the same, a look or two later at most (an event may still be
 * under way). Throws with the differences of the last look when `withinMs` is over; a busy machine is given longer to find the
 * PBX at rest at all.
 */
export const expectAgreement = async (
  readLive: () => Promise<LiveAnswer>,
  witness: Witness,
  serverId: number,
  { only = () => true, withinMs = 6_000 }: { only?: (key: string) => boolean; withinMs?: number } = {},
): Promise<Agreement> => {
  const until = Date.now() + withinMs;
  const patience = until + 30_000;
  let last: string[] = ['the PBX never stood still between two answers'];
  let looks = 0;
  while (Date.now() < (looks === 0 ? patience : until)) {
    const before = await readTruth(witness);
    const live = await readLive();
    const after = await readTruth(witness);
    if (differences(before, after).length === 0) {
      looks++;
      last = differences(after, liveFacts(live, serverId), only);
      if (last.length === 0) return { looks, facts: after.size };
    }
    await sleep(120);
  }
  throw new Error(`The console and the PBX differ after ${looks} looks:\n  ${last.slice(0, 40).join('\n  ')}`);
};
