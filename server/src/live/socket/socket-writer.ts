// Writes prepared frames to one socket, beside `ws`, which sends only control frames. One group of frames is in flight at a time. The
// others wait here and can be dropped, so a client that reads too slowly still gets its close code and its memory stays below the limit.
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { createReadWatch } from '../read-watch.ts';

export const CLOSE = { goingAway: 1001, policy: 1008, badToken: 4401, noLonger: 4403, tooSlow: 4408 } as const;

interface SocketWriter {
  /** Each buffer holds whole frames. `snapshot`: an answer that the client asked for, which may exceed the limit. */
  write(frames: readonly Buffer[], snapshot: boolean): void;
  /** Pings when needed and closes (4408) a client that does not read. Call it about once a second with a monotonic clock in ms. */
  check(now: number): void;
  close(code: number): void;
  isClosing(): boolean;
}

/** Unread bytes at which a client is closed. It reconnects with a snapshot. */
const MOST_UNREAD_BYTES = 1_048_576;
const MOST_SNAPSHOT_BYTES = 16 * MOST_UNREAD_BYTES;
/** Maximum time without progress of a backlog. */
const STALLED_MS = 7_000;
/** Maximum number of bytes handed to the socket at once. */
const GROUP_BYTES = 65_536;
/** Time for a client to read the close code. A slow one first has to read the data in flight. */
const FAREWELL_MS = 3_000;
const SLOW_FAREWELL_MS = 30_000;

/** Creates the queue of frames that wait for the socket. */
const createQueue = () => {
  let frames: Buffer[] = [];
  let bytes = 0;
  return {
    bytes: () => bytes,
    push: (more: readonly Buffer[]): void => {
      for (const each of more) {
        frames.push(each);
        bytes += each.length;
      }
    },
    /** Returns the next group, or `null` when no frames wait. */
    take: (): Buffer | null => {
      let count = 0;
      let size = 0;
      while (count < frames.length && (count === 0 || size + frames[count]!.length <= GROUP_BYTES))
        size += frames[count++]!.length;
      if (count === 0) return null;
      const group = frames.splice(0, count);
      bytes -= size;
      return group.length === 1 ? group[0]! : Buffer.concat(group);
    },
    drop: (): void => {
      frames = [];
      bytes = 0;
    },
  };
};

/** Creates a writer. `onCut` is called when the client is closed because it read too slowly. */
export const createSocketWriter = (ws: WebSocket, socket: Duplex, onCut: () => void): SocketWriter => {
  const queue = createQueue();
  const watch = createReadWatch(ws);
  let closing = false;
  let inFlight = 0;
  /** Additional bytes allowed for a snapshot that is still being sent. */
  let extra = 0;
  /** Time of the last progress of the backlog, on the clock of `check`; `null` until the next check. */
  let stillSince: number | null = null;

  const close = (code: number): void => {
    if (closing) return;
    closing = true;
    queue.drop();
    ws.close(code);
    setTimeout(() => ws.terminate(), code === CLOSE.tooSlow ? SLOW_FAREWELL_MS : FAREWELL_MS).unref();
  };
  const cut = (): void => {
    if (!closing) onCut();
    close(CLOSE.tooSlow);
  };
  const pump = (): void => {
    if (inFlight > 0 || closing || ws.readyState !== ws.OPEN) return;
    const group = queue.take();
    if (group === null) return;
    inFlight = group.length;
    watch.sent(group.length);
    socket.write(group, () => {
      inFlight = 0;
      stillSince = null;
      if (queue.bytes() === 0) extra = 0;
      pump();
    });
  };

  return {
    close,
    isClosing: () => closing,
    check: (now) => {
      if (closing || ws.readyState !== ws.OPEN) return;
      if (inFlight > 0) stillSince ??= now;
      if (stillSince !== null && now - stillSince >= STALLED_MS) return cut();
      const verdict = watch.check(now);
      if (verdict === 'stalled') cut();
      else if (verdict === 'gone') ws.terminate();
    },
    write: (frames, snapshot) => {
      if (closing || ws.readyState !== ws.OPEN) return;
      if (inFlight + queue.bytes() > MOST_UNREAD_BYTES + extra) return cut();
      if (snapshot) {
        const length = frames.reduce((sum, each) => sum + each.length, 0);
        extra = Math.min(extra + length, MOST_SNAPSHOT_BYTES);
      }
      queue.push(frames);
      pump();
    },
  };
};
