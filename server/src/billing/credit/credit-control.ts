// Controls call admission: grants the PBX a maximum duration per call and updates the limits of all calls that share a balance when one of
// them starts, is answered or ends. The limits are on the PBX, so calls end in time even if the console is down. The state is in memory.
// After a restart it is restored from the trunk channels of the PBX, which store their grants.
import type { PbxFact, ShownChannelFact } from '@ringside/core/asterisk/fact.ts';
import { isTrunkObject } from '@ringside/core/pbx/dialplan/flow-names.ts';
import { customerOfCode, prepaidCustomers } from './credit-queries.ts';
import { createLimits } from './move-limits.ts';
import type { CreditDeps } from './move-limits.ts';
import { createOpenCalls } from './open-calls.ts';

type CreditFact = Extract<PbxFact, { kind: 'credit' }>;

export interface CreditControl {
  take(serverId: number, fact: CreditFact): void;
  /** Takes the channels of a PBX after its link connected or after a reload. */
  snapshot(serverId: number, channels: readonly ShownChannelFact[]): void;
  /** Updates the limits of open calls, for example after payments and rate changes. */
  sweepOpen(): Promise<void>;
  /** Stores on each PBX the reserve for calls of prepaid customers while the console is down. */
  sweepAll(): Promise<void>;
  /** Resolves when all pending work is done. */
  settled(): Promise<void>;
}

export const createCreditControl = (deps: CreditDeps): CreditControl => {
  const { db, send } = deps;
  const calls = createOpenCalls(deps.now);
  const limits = createLimits(deps, calls);
  /** Events of one customer are handled in order. */
  const queues = new Map<string, Promise<void>>();
  const inTurn = (code: string, work: () => Promise<void>): Promise<void> => {
    const mine = (queues.get(code) ?? Promise.resolve()).then(work).catch(deps.onError);
    queues.set(code, mine);
    void mine.then(() => {
      if (queues.get(code) === mine) queues.delete(code);
    });
    return mine;
  };

  const waiting = new Map<string, Promise<void>>();
  /** One update covers all events that arrived before it. */
  const shareOf = (code: string): Promise<void> => {
    const known = waiting.get(code);
    if (known !== undefined) return known;
    const turn = inTurn(code, async () => {
      waiting.delete(code);
      const customerId = await customerOfCode(db, code);
      if (customerId !== null) await limits.share(customerId, code);
    });
    waiting.set(code, turn);
    return turn;
  };

  const take = (serverId: number, fact: CreditFact, found = false): void => {
    const code = calls.read(serverId, fact, found);
    if (code !== null) void shareOf(code);
  };

  /** Restores a call from before the console started: a variable of its channel holds its grant. */
  const recover = async (serverId: number, channel: ShownChannelFact): Promise<void> => {
    const reply = await send(serverId, 'Getvar', { Channel: channel.channel, Variable: 'RINGSIDE_CREDIT' });
    const words = (reply['Value'] ?? '').split(' ');
    if (words[0] === 'leg' || words[0] === 'answered') take(serverId, { ...channel, kind: 'credit', words }, true);
  };

  const sweepAll = async (): Promise<void> => {
    for (const { id, code } of await prepaidCustomers(db)) await inTurn(code, () => limits.share(id, code));
  };

  return {
    take: (serverId, fact) => take(serverId, fact),
    snapshot: (serverId, channels) => {
      limits.restarted(serverId);
      sweepAll().catch(deps.onError);
      const there = new Set(channels.map(({ channel }) => channel));
      for (const code of calls.endMissing(serverId, there)) void shareOf(code);
      for (const channel of channels) {
        const [, device = ''] = /^PJSIP\/(.+)-[0-9a-f]+$/.exec(channel.channel) ?? [];
        if (isTrunkObject(device) && !calls.knows(serverId, channel.channel))
          recover(serverId, channel).catch(deps.onError);
      }
    },
    sweepOpen: async () => {
      for (const code of calls.codes()) await shareOf(code);
    },
    sweepAll,
    settled: async () => void (await Promise.all(queues.values())),
  };
};
