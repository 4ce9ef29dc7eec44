// When an agent's part of a call was over, as far as a queue_log tells. Of a caller who was sent on (AMI Redirect, parking)
// Asterisk writes the end when he hangs up at last, with the time elsewhere in the talk; sometimes under another call's id.
// The lines between give the agent away: his caller waits in a queue again, or he takes another call. That his phone rang in
// vain is no sign: a queue with `ringinuse`, or one that cannot see his line, rings who talks.

/** `S`: whatever else is to be remembered of the moment when he was given away. */
interface OpenTalk<S> {
  readonly queue: string;
  readonly call: string;
  readonly agent: string;
  readonly connectedAt: number;
  gone: { readonly at: number; readonly as: S } | null;
}

export interface TalkEnd<S> {
  readonly call: string;
  /** Epoch ms. */
  readonly at: number;
  readonly talkSeconds: number;
  /** Null: the talk ended as the log says. */
  readonly as: S | null;
}

/** A log writes whole seconds. */
const ROUNDED_MS = 2_000;

const addTo = <T>(lists: Map<string, T[]>, key: string, item: T): void => {
  const own = lists.get(key);
  if (own) own.push(item);
  else lists.set(key, [item]);
};

const dropFrom = <T>(lists: Map<string, T[]>, key: string, item: T): void => {
  const left = (lists.get(key) ?? []).filter((one) => one !== item);
  if (left.length === 0) lists.delete(key);
  else lists.set(key, left);
};

/** @param asOf what is to be remembered of an agent in a queue, asked when he is given away */
export const createOpenTalks = <S>(asOf: (queue: string, agent: string) => S) => {
  const byAgent = new Map<string, OpenTalk<S>[]>();
  const byCall = new Map<string, OpenTalk<S>[]>();

  const giveAway = (talks: readonly OpenTalk<S>[] | undefined, at: number): void => {
    for (const talk of talks ?? [])
      talk.gone ??= { at: Math.max(talk.connectedAt, at), as: asOf(talk.queue, talk.agent) };
  };
  const drop = (talk: OpenTalk<S>): void => {
    dropFrom(byAgent, talk.agent, talk);
    dropFrom(byCall, talk.call, talk);
  };

  /** The talk of which an end is told: its own, or, of a call that never began, the one that began just then. */
  const toldOf = (queue: string, call: string, agent: string, began: number): OpenTalk<S> | undefined => {
    const off = (talk: OpenTalk<S>): number => Math.abs(talk.connectedAt - began);
    const here = (byAgent.get(agent) ?? []).filter((talk) => talk.queue === queue).toSorted((a, b) => off(a) - off(b));
    return (
      here.find((talk) => talk.call === call) ??
      (byCall.has(call) ? undefined : here.find((talk) => off(talk) <= ROUNDED_MS))
    );
  };

  return {
    held: (): number => byAgent.size,
    /** The caller waits in a queue: whoever talked to him does no more. */
    entered: (call: string, at: number): void => giveAway(byCall.get(call), at),
    /** @param ringMs how long his phone rang before */
    begun: (queue: string, call: string, agent: string, at: number, ringMs: number): void => {
      giveAway(byAgent.get(agent), at - ringMs);
      giveAway(byCall.get(call), at);
      const talk: OpenTalk<S> = { queue, call, agent, connectedAt: at, gone: null };
      addTo(byAgent, agent, talk);
      addTo(byCall, call, talk);
    },
    /** @param byCaller the caller hung up: the agent may have been gone by then */
    ended: (
      end: {
        readonly queue: string;
        readonly call: string;
        readonly agent: string;
        readonly at: number;
        readonly talkSeconds: number;
      },
      byCaller: boolean,
    ): TalkEnd<S> => {
      const { queue, call, agent, at, talkSeconds } = end;
      const talk = toldOf(queue, call, agent, at - talkSeconds * 1000);
      if (talk === undefined) return { call, at, talkSeconds, as: null };
      drop(talk);
      const { gone } = talk;
      if (!byCaller || gone === null || gone.at >= at - ROUNDED_MS)
        return { call: talk.call, at, talkSeconds, as: null };
      const shorter = Math.round((gone.at - talk.connectedAt) / 1000);
      return { call: talk.call, at: gone.at, talkSeconds: Math.min(talkSeconds, shorter), as: gone.as };
    },
    clear: (): void => {
      byAgent.clear();
      byCall.clear();
    },
    /** Those that began before. */
    forget: (before: number): void => {
      for (const talks of [...byAgent.values()]) for (const talk of talks) if (talk.connectedAt < before) drop(talk);
    },
  };
};
