// Waits until a PBX has loaded its modules. Asterisk accepts logins earlier, while its lists are still incomplete.
import { isUnknownCommand } from '@ringside/core/asterisk/reply.ts';
import type { Connection } from './connection.ts';
import type { LinkTimes } from './settings.ts';

interface BootWait {
  /** FullyBooted came. */
  booted(): void;
  hasBooted(): boolean;
  /**
   * Resolves at FullyBooted, or when the PBX answers a queue action. Calls `loading` after each other answer. A PBX that does
   * not know the action after `noQueuesMs` counts as booted without app_queue. Stops early once `isWanted` returns false.
   */
  wait(link: Connection, isWanted: () => boolean, loading: () => void): Promise<void>;
  /** Ends the current pause. */
  wake(): void;
}

export const createBootWait = ({ bootMs, bootRetryMs, noQueuesMs }: LinkTimes): BootWait => {
  let hasBooted = false;
  let wake: (() => void) | null = null;

  const pause = async (ms: number): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      wake = resolve;
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
    wake = null;
  };

  return {
    booted: () => {
      hasBooted = true;
      wake?.();
    },
    hasBooted: () => hasBooted,
    wait: async (link, isWanted, loading) => {
      const since = Date.now();
      for (let first = true; !hasBooted && isWanted(); first = false) {
        await pause(first ? bootMs : bootRetryMs);
        if (hasBooted || !isWanted()) return;
        const reply = await link.request('QueueSummary', { Queue: ' ' });
        if (!isUnknownCommand(reply) || Date.now() - since > noQueuesMs) return;
        loading();
      }
    },
    wake: () => wake?.(),
  };
};
