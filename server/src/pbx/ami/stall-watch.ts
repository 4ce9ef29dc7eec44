// Detects an open link without data: a frozen PBX or a firewall that drops packets. TCP reports this only after minutes. An idle link is
// probed with a Ping, sooner during calls, because then events are due.

export interface StallTimes {
  /** Idle time before a probe: during calls, and without calls. */
  readonly quietBusyMs: number;
  readonly quietIdleMs: number;
  /** Time from an unanswered probe to the stalled state. */
  readonly stalledAfterMs: number;
  readonly tickMs: number;
}

/** The idle and stall times add up to less than 5 s. */
export const STALL_TIMES: StallTimes = { quietBusyMs: 1_000, quietIdleMs: 2_300, stalledAfterMs: 2_000, tickMs: 250 };

interface StallWatch {
  /** Call when the probe was answered: everything that the PBX sent before it has arrived. */
  answered(): void;
  stop(): void;
}

export const watchStalls = (
  link: {
    readonly lastByteAt: () => number;
    readonly isBusy: () => boolean;
    readonly probe: () => void;
    readonly changed: (isStalled: boolean) => void;
  },
  times: StallTimes = STALL_TIMES,
): StallWatch => {
  let probedAt: number | null = null;
  let isStalled = false;
  let tickedAt = Date.now();

  const tick = (): void => {
    const now = Date.now();
    // The console itself was blocked, so bytes may wait in the socket.
    const late = now - tickedAt > times.tickMs * 4;
    tickedAt = now;
    if (isStalled) return;
    const lastByteAt = link.lastByteAt();
    if (probedAt !== null && lastByteAt > probedAt) probedAt = null;
    if (probedAt === null) {
      if (now - lastByteAt < (link.isBusy() ? times.quietBusyMs : times.quietIdleMs)) return;
      probedAt = now;
      link.probe();
    } else if (late) probedAt = now;
    else if (now - probedAt >= times.stalledAfterMs) {
      isStalled = true;
      link.changed(true);
    }
  };
  const timer = setInterval(tick, times.tickMs);

  return {
    answered: () => {
      probedAt = null;
      if (!isStalled) return;
      isStalled = false;
      link.changed(false);
    },
    stop: () => clearInterval(timer),
  };
};
