/** Result of a command. `message` is the text of the PBX or the console. */
export type CommandResult =
  /** `confirmed`: events of the PBX confirm the result. `space`: the parking space of a parked call. */
  | { readonly kind: 'done'; readonly message: string; readonly confirmed: boolean; readonly space: string | null }
  | { readonly kind: 'refused'; readonly message: string }
  /** No answer in time: the command may or may not have run. */
  | { readonly kind: 'unanswered' }
  /** The connection was lost before the answer: the command may or may not have run. */
  | { readonly kind: 'lost' }
  /** Not sent: there is no live connection. */
  | { readonly kind: 'offline' };

interface Pending {
  readonly settle: (result: CommandResult) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

interface Reply {
  readonly ActionID?: unknown;
  readonly Response?: unknown;
  readonly Message?: unknown;
  readonly Confirmed?: unknown;
  readonly ParkingSpace?: unknown;
}

export interface PendingCommands {
  /** Returns a new ActionID and the promise of its result. */
  open(): { readonly id: string; readonly result: Promise<CommandResult> };
  /** Returns true if the reply answers a pending command. */
  settle(reply: Reply): boolean;
  /** Settles all commands as `lost` after the connection closed. */
  lose(): void;
}

/** Commands that wait for their Type 4 answer, by ActionID. */
export const createPendingCommands = (timeoutMs: number): PendingCommands => {
  const waiting = new Map<string, Pending>();
  let last = 0;
  const finish = (id: string, result: CommandResult): boolean => {
    const pending = waiting.get(id);
    if (!pending) return false;
    waiting.delete(id);
    clearTimeout(pending.timer);
    pending.settle(result);
    return true;
  };
  return {
    open: () => {
      const id = `web-${++last}`;
      const result = new Promise<CommandResult>((settle) => {
        waiting.set(id, { settle, timer: setTimeout(() => finish(id, { kind: 'unanswered' }), timeoutMs) });
      });
      return { id, result };
    },
    settle: ({ ActionID, Response, Message, Confirmed, ParkingSpace }) => {
      const message = typeof Message === 'string' ? Message : '';
      const space = typeof ParkingSpace === 'string' ? ParkingSpace : null;
      const done = { kind: 'done', message, confirmed: Confirmed !== 'false', space } as const;
      return finish(String(ActionID ?? ''), Response === 'Error' ? { kind: 'refused', message } : done);
    },
    lose: () => {
      for (const id of [...waiting.keys()]) finish(id, { kind: 'lost' });
    },
  };
};
