// Finds the end of an agent's part of a call in `queue_log`. For a transferred caller (AMI Redirect, parking) Asterisk logs the
// end when the caller finally hangs up. The logged talk time then includes the time elsewhere, sometimes under another call id.
// Two kinds of lines in between show that the agent was free: the caller waits in a queue again, or the agent answers another
// call. A call that rang without an answer proves nothing: a queue with `ringinuse`, or one that cannot see the device state,
// also rings agents who are in a call.

/** `S`: state that the caller stores with the time of the transfer. */
interface OpenTalk<S, A> {
  readonly queue: string;
  readonly call: string;
  /** The agent as named in the log. */
  readonly agent: string;
  /** The agent at the start of the talk. By its end the name may belong to another phone. */
  readonly who: A;
  readonly connectedAt: number;
  gone: { readonly at: number; readonly as: S } | null;
}

interface TalkEnd<S, A> {
  readonly call: string;
  readonly who: A;
  /** Epoch ms. */
  readonly at: number;
  readonly talkSeconds: number;
  /** `null`: the talk ended as logged. */
  readonly as: S | null;
}

/** Log times are whole seconds. */
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

/** @param asOf returns the state to store for an agent in a queue when the agent's part ends */
export const createOpenTalks = <S, A>(asOf: (queue: string, who: A) => S) => {
  const byAgent = new Map<string, OpenTalk<S, A>[]>();
  const byCall = new Map<string, OpenTalk<S, A>[]>();

  const markGone = (talks: readonly OpenTalk<S, A>[] | undefined, at: number): void => {
    for (const talk of talks ?? [])
      talk.gone ??= { at: Math.max(talk.connectedAt, at), as: asOf(talk.queue, talk.who) };
  };
  const drop = (talk: OpenTalk<S, A>): void => {
    dropFrom(byAgent, talk.agent, talk);
    dropFrom(byCall, talk.call, talk);
  };

  /** Returns the talk that an end belongs to: the talk of the call, or, if that never started, the one that started at this time. */
  const talkOfEnd = (queue: string, call: string, agent: string, began: number): OpenTalk<S, A> | undefined => {
    const off = (talk: OpenTalk<S, A>): number => Math.abs(talk.connectedAt - began);
    const here = (byAgent.get(agent) ?? []).filter((talk) => talk.queue === queue).toSorted((a, b) => off(a) - off(b));
    return (
      here.find((talk) => talk.call === call) ??
      (byCall.has(call) ? undefined : here.find((talk) => off(talk) <= ROUNDED_MS))
    );
  };

  return {
    held: (): number => byAgent.size,
    /** The caller waits in a queue, so the previous talk is over. */
    entered: (call: string, at: number): void => markGone(byCall.get(call), at),
    /** @param ringMs ring time before the answer */
    begun: (queue: string, call: string, agent: string, who: A, at: number, ringMs: number): void => {
      markGone(byAgent.get(agent), at - ringMs);
      markGone(byCall.get(call), at);
      const talk: OpenTalk<S, A> = { queue, call, agent, who, connectedAt: at, gone: null };
      addTo(byAgent, agent, talk);
      addTo(byCall, call, talk);
    },
    /** @param byCaller the caller hung up, so the agent may have left earlier */
    ended: (
      end: {
        readonly queue: string;
        readonly call: string;
        readonly agent: string;
        readonly who: A;
        readonly at: number;
        readonly talkSeconds: number;
      },
      byCaller: boolean,
    ): TalkEnd<S, A> => {
      const { queue, call, agent, who, at, talkSeconds } = end;
      const talk = talkOfEnd(queue, call, agent, at - talkSeconds * 1000);
      if (talk === undefined) return { call, who, at, talkSeconds, as: null };
      drop(talk);
      const { gone } = talk;
      if (!byCaller || gone === null || gone.at >= at - ROUNDED_MS)
        return { call: talk.call, who: talk.who, at, talkSeconds, as: null };
      const shorter = Math.round((gone.at - talk.connectedAt) / 1000);
      return { call: talk.call, who: talk.who, at: gone.at, talkSeconds: Math.min(talkSeconds, shorter), as: gone.as };
    },
    clear: (): void => {
      byAgent.clear();
      byCall.clear();
    },
    /** Deletes talks that started before this time. */
    forget: (before: number): void => {
      for (const talks of [...byAgent.values()]) for (const talk of talks) if (talk.connectedAt < before) drop(talk);
    },
  };
};
