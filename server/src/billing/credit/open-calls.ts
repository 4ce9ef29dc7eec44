// Tracks admitted calls that are not rated yet, from the events of the dialplan.
import type { PartyFact } from '@ringside/core/asterisk/fact.ts';

export interface CreditCall {
  /** Id from the dialplan: the unique id of the asking channel and its request count. */
  readonly id: string;
  readonly serverId: number;
  /** Code of the customer. */
  readonly code: string;
  /** Digits of the E.164 number. */
  readonly number: string;
  /** The asking channel; `''` for a call that was restored after a restart of the console. */
  readonly asker: string;
  readonly linkedid: string;
  /** Times are epoch ms. */
  readonly askedAt: number;
  /** Channel that carries the limit; `null` before a channel is dialed. */
  channel: string | null;
  /** Granted seconds from the answer; `null` while the PBX waits for them. */
  seconds: number | null;
  answeredAt: number | null;
  /** When the PBX ends the call; Infinity if unknown. */
  limitAt: number | null;
  endedAt: number | null;
}

/** After this time, an ended call without a record no longer reserves balance. */
const KEPT_MS = 24 * 3_600_000;

type Said = PartyFact & { readonly words: readonly string[] };
type Read = (serverId: number, fact: Said, found: boolean) => string | null;

export interface OpenCalls {
  /** Returns the customer's calls in the order of their requests. */
  of(code: string): readonly CreditCall[];
  codes(): readonly string[];
  knows(serverId: number, channel: string): boolean;
  /** Applies an event of the dialplan. Returns the customer whose limits change. `found`: read from the channel after a restart. */
  read(serverId: number, fact: Said, found?: boolean): string | null;
  /** Ends the calls whose channel no longer exists. Returns their customers. */
  endMissing(serverId: number, there: ReadonlySet<string>): readonly string[];
  forget(call: CreditCall): void;
}

export const isOpen = ({ endedAt }: CreditCall): boolean => endedAt === null;

/** Returns the remaining seconds, counted from the answer while it rings. Infinity: unknown or undecided. */
export const remainingOf = ({ seconds, answeredAt, limitAt }: CreditCall, now: number): number =>
  answeredAt === null ? (seconds ?? Infinity) : Math.max(0, Math.round(((limitAt ?? Infinity) - now) / 1000));

export const secondsOf = ({ answeredAt, endedAt }: CreditCall, now: number): number =>
  answeredAt === null ? 0 : Math.max(0, Math.ceil(((endedAt ?? now) - answeredAt) / 1000));

/** Reported values of a dialed channel. */
interface Dialled {
  readonly channel: string;
  readonly seconds: number;
  /** Answer time in epoch seconds of the PBX, if the console did not see the answer; `null`: now. */
  readonly since: string | null;
}

const dial = (call: CreditCall, { channel, seconds, since }: Dialled, answered: boolean, now: number): void => {
  call.channel = channel;
  call.seconds = seconds;
  if (!answered) return;
  call.answeredAt = since === null ? now : Math.min(now, Number(since) * 1000);
  call.limitAt = since === null ? now + seconds * 1000 : Infinity;
};

export const createOpenCalls = (now: () => number): OpenCalls => {
  const calls = new Map<string, CreditCall>();
  const keyOf = (serverId: number, id: string): string => `${serverId} ${id}`;
  const forget = (call: CreditCall): void => void calls.delete(keyOf(call.serverId, call.id));
  const all = (): readonly CreditCall[] => [...calls.values()];
  const of = (code: string): readonly CreditCall[] => all().filter((call) => call.code === code);
  const ifOthers = (call: CreditCall): string | null =>
    of(call.code).some((each) => each !== call && isOpen(each)) ? call.code : null;

  const begin = (call: Pick<CreditCall, 'id' | 'serverId' | 'code' | 'number' | 'asker' | 'linkedid'>): CreditCall => {
    const whole = {
      ...{ ...call, askedAt: now(), channel: null, seconds: null, answeredAt: null },
      ...{ limitAt: null, endedAt: null },
    };
    calls.set(keyOf(call.serverId, call.id), whole);
    return whole;
  };

  const asked: Read = (serverId, { channel, linkedid, words: [, id = '', code = '', number = ''] }) => {
    // Earlier unanswered calls of this channel failed.
    for (const call of all())
      if (call.serverId === serverId && call.asker === channel && call.answeredAt === null) forget(call);
    begin({ id, serverId, code, number, asker: channel, linkedid });
    return code;
  };

  const dialled: Read = (serverId, fact, found) => {
    const [verb, id = '', granted = '', code = '', number = '', since = ''] = fact.words;
    const known = calls.get(keyOf(serverId, id));
    const call = known ?? begin({ id, serverId, code, number, asker: '', linkedid: fact.linkedid });
    const isAsGranted = known?.seconds === Number(granted);
    const { channel } = fact;
    dial(call, { channel, seconds: Number(granted), since: found ? since : null }, verb === 'answered', now());
    if (!isAsGranted) return code;
    return verb === 'answered' ? ifOthers(call) : null;
  };

  const ended = (call: CreditCall): string | null => {
    if (call.answeredAt === null) call.channel = null;
    else call.endedAt ??= now();
    return ifOthers(call);
  };

  const gone = (call: CreditCall): string | null => {
    // A transferred call continues without the asking channel.
    if (call.answeredAt !== null) return call.channel === call.asker ? ended(call) : null;
    forget(call);
    return ifOthers(call);
  };

  return {
    of: (code) => {
      for (const call of all()) if (call.endedAt !== null && call.endedAt < now() - KEPT_MS) forget(call);
      return of(code);
    },
    codes: () => [...new Set(all().map(({ code }) => code))],
    knows: (serverId, channel) => all().some((call) => call.serverId === serverId && call.channel === channel),
    forget,
    read: (serverId, fact, found = false) => {
      const [verb, id = ''] = fact.words;
      if (verb === 'ask') return asked(serverId, fact, found);
      if (verb === 'leg' || verb === 'answered') return dialled(serverId, fact, found);
      const call = calls.get(keyOf(serverId, id));
      if (call === undefined) return null;
      return verb === 'ended' ? ended(call) : verb === 'gone' ? gone(call) : null;
    },
    endMissing: (serverId, there) => {
      const missing = all().filter(
        (call) => call.serverId === serverId && isOpen(call) && !there.has(call.channel ?? call.asker),
      );
      for (const call of missing) {
        if (call.answeredAt === null) forget(call);
        else call.endedAt = now();
      }
      return [...new Set(missing.map(({ code }) => code))];
    },
  };
};
