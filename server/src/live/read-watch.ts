// Detects clients that stop reading: the pong to a ping confirms everything that was sent before the ping.
import type { WebSocket } from 'ws';

/** Ping intervals: with unconfirmed data, and idle as a heartbeat. */
const BUSY_MS = 3_000;
const QUIET_MS = 25_000;
/** Time for the pong to a ping that follows data. A backlog on a slow line gets more time. */
const ANSWER_MS = 6_000;
const FREE_BYTES = 262_144;
const BYTES_PER_MS = 32;

interface Ping {
  readonly id: string;
  readonly at: number;
  /** Total bytes sent before the ping. */
  readonly sent: number;
}

interface ReadWatch {
  sent(bytes: number): void;
  /** Pings when needed. Returns `stalled` for a client that does not read its data and `gone` for an idle one without heartbeat. */
  check(now: number): 'reads' | 'stalled' | 'gone';
}

export const createReadWatch = (ws: Pick<WebSocket, 'on' | 'ping'>): ReadWatch => {
  let sent = 0;
  let confirmed = 0;
  let next = 0;
  let last = Number.NEGATIVE_INFINITY;
  let open: Ping[] = [];
  ws.on('pong', (data: Buffer) => {
    const at = open.findIndex((ping) => ping.id === data.toString());
    if (at < 0) return;
    confirmed = open[at]!.sent;
    open = open.slice(at + 1);
  });
  const ping = (now: number): void => {
    const id = String(next++);
    last = now;
    open.push({ id, at: now, sent });
    ws.ping(id);
  };
  return {
    sent: (bytes) => (sent += bytes),
    check: (now) => {
      if (last === Number.NEGATIVE_INFINITY) last = now - QUIET_MS + BUSY_MS;
      const busy = open.find((each) => each.sent > confirmed);
      if (busy !== undefined) {
        const slack = Math.max(0, busy.sent - confirmed - FREE_BYTES) / BYTES_PER_MS;
        if (now - busy.at >= ANSWER_MS + slack) return 'stalled';
      }
      const [oldest] = open;
      if (oldest !== undefined && now - oldest.at >= QUIET_MS) return busy === undefined ? 'gone' : 'reads';
      const due = sent > confirmed && busy === undefined ? BUSY_MS : QUIET_MS;
      if ((open.length === 0 || (busy === undefined && sent > confirmed)) && now - last >= due) ping(now);
      return 'reads';
    },
  };
};
