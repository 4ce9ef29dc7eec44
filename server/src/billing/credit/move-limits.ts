// Updates the time limits of all calls that share a balance. The granted seconds together never cost more than the balance, even
// while only some PBXs have the new limits: all reductions are sent before any extension.
import { leftVariable } from '@ringside/core/pbx/dialplan/credit-section.ts';
import type { Db } from '../../platform/db/connect.ts';
import { ratedChannels, serversOf } from './credit-queries.ts';
import { grantsOf, LONGEST_SECONDS } from './grant.ts';
import type { Grants } from './grant.ts';
import { isOpen, remainingOf, secondsOf } from './open-calls.ts';
import type { CreditCall, OpenCalls } from './open-calls.ts';
import { createSafeSeconds } from './safe-seconds.ts';

type Fields = Readonly<Record<string, string>>;

export interface CreditDeps {
  readonly db: Db;
  /** Country of numbers in national format. */
  readonly country: string | null;
  readonly now: () => number;
  /** Resolves to the headers of the answer. Rejects if the PBX is unreachable or refuses the action. */
  send(serverId: number, action: string, fields: Readonly<Record<string, string | number>>): Promise<Fields>;
  isUp(serverId: number): boolean;
  onError(error: unknown): void;
}

interface Limits {
  /** Updates the limits of the customer's calls, and answers calls that ask for a limit. */
  share(customerId: string, code: string): Promise<void>;
  /** The PBX restarted, so it lost the console's variables. */
  restarted(serverId: number): void;
}

/** Smaller changes are not sent. Calls that the balance does not limit are extended from time to time. */
const LEAST_MOVE_SECONDS = 2;
const isShorter = (by: number): boolean => by <= -LEAST_MOVE_SECONDS;
const isLonger = (seconds: number, by: number): boolean =>
  by >= (seconds >= LONGEST_SECONDS ? LONGEST_SECONDS / 2 : LEAST_MOVE_SECONDS);

/**
 * Decides on the calls that `isMeant`. A call leaves these calls when it is rated, and its price then lowers the balance. One snapshot
 * of the database shows both or neither. Otherwise the call would count twice for a moment, and a new call would be refused.
 */
const createDecision = ({ db, country, now, isUp }: CreditDeps, calls: OpenCalls) => {
  const decide = (tx: Db, customerId: string, open: readonly CreditCall[]): Promise<Grants> => {
    const at = now();
    const asked = open.map((call) => ({
      ...call,
      endedSeconds: isOpen(call) ? null : secondsOf(call, at),
      fixedSeconds:
        isOpen(call) && call.seconds !== null && !isUp(call.serverId)
          ? Math.min(LONGEST_SECONDS, remainingOf(call, at))
          : null,
    }));
    return grantsOf(tx, customerId, asked, country, at);
  };

  return (customerId: string, code: string, isMeant: (call: CreditCall) => boolean) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const ended = calls.of(code).filter((call) => !isOpen(call));
        const rated = await ratedChannels(tx, ended);
        for (const call of ended) if (rated.has(call.channel ?? '')) calls.forget(call);
        const open = calls.of(code).filter(isMeant);
        return { open, grants: await decide(tx, customerId, open) };
      });
};

export const createLimits = (deps: CreditDeps, calls: OpenCalls): Limits => {
  const { db, now, send } = deps;
  const look = createDecision(deps, calls);
  const safeSeconds = createSafeSeconds(db, now);
  /** Seconds that were left on each PBX, by `<server> <code>`. */
  const left = new Map<string, number>();

  /** Reports the error and continues: a call has ended or a PBX is unreachable. The next event or sweep corrects the limits. */
  const attempt = async (work: Promise<unknown>): Promise<void> => {
    await work.catch(deps.onError);
  };

  const leave = async (customerId: string, code: string, leftMicros: bigint | null): Promise<void> => {
    if (leftMicros === null) return;
    const servers = (await serversOf(db, customerId)).filter((serverId) => deps.isUp(serverId));
    const seconds = await safeSeconds(customerId, leftMicros / BigInt(Math.max(1, servers.length)));
    for (const serverId of servers) {
      const key = `${serverId} ${code}`;
      if (left.get(key) === seconds) continue;
      // A timestamp of ten characters, so that a call gives back seconds only to the value that it took them from.
      const value = `${String(Math.floor(now() / 1000)).padStart(10, '0')}${seconds}`;
      await attempt(send(serverId, 'Setvar', { Variable: leftVariable(code), Value: value }));
      left.set(key, seconds);
    }
  };

  /** Sends a limit to the PBX. Before the call is dialled, the asking channel gets it as a variable. */
  const limit = async (call: CreditCall, seconds: number): Promise<void> => {
    // In Asterisk, a time-out of 0 means no time-out.
    const timeout = Math.max(1, seconds);
    if (call.answeredAt === null) {
      const channel = call.channel ?? call.asker;
      call.seconds = timeout;
      await send(call.serverId, 'Setvar', { Channel: channel, Variable: 'RINGSIDE_SECONDS', Value: timeout });
      return;
    }
    if (call.channel === null) return;
    call.limitAt = now() + timeout * 1000;
    await send(call.serverId, 'AbsoluteTimeout', { Channel: call.channel, Timeout: timeout });
  };

  const answer = (call: CreditCall, seconds: number): Promise<Fields> => {
    call.seconds = seconds;
    return send(call.serverId, 'Setvar', { Channel: call.asker, Variable: 'RINGSIDE_SECONDS', Value: seconds });
  };

  const share = async (customerId: string, code: string): Promise<void> => {
    const { open, grants: first } = await look(customerId, code, () => true);
    const refused = open.filter(
      (call, n) => call.seconds === null && (!first.allowed[n] || (first.seconds[n] ?? 0) < 1),
    );
    for (const call of refused) {
      calls.forget(call);
      await attempt(answer(call, 0));
    }
    const { open: kept, grants } =
      refused.length === 0 ? { open, grants: first } : await look(customerId, code, (call) => open.includes(call));
    const at = now();
    const moves = kept.flatMap((call, n) => {
      if (!isOpen(call) || call.seconds === null || !deps.isUp(call.serverId)) return [];
      return [{ call, seconds: grants.seconds[n] ?? 0, by: (grants.seconds[n] ?? 0) - remainingOf(call, at) }];
    });
    await leave(customerId, code, grants.leftMicros);
    // Reductions first: they free the seconds that the extensions use.
    for (const { call, seconds, by } of moves) if (isShorter(by)) await attempt(limit(call, seconds));
    for (const [n, call] of kept.entries())
      if (call.seconds === null) await attempt(answer(call, grants.seconds[n] ?? 0));
    for (const { call, seconds, by } of moves) if (isLonger(seconds, by)) await attempt(limit(call, seconds));
  };

  return {
    share,
    restarted: (serverId) => {
      for (const key of [...left.keys()]) if (key.startsWith(`${serverId} `)) left.delete(key);
    },
  };
};
