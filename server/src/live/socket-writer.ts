// What may be written to one socket: prepared frames, beside `ws`, which itself sends control frames alone, each in one
// piece. A reader who lags too far behind is cut, so that nobody's slowness becomes the console's memory.
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

export const CLOSE = { goingAway: 1001, policy: 1008, badToken: 4401, noLonger: 4403, tooSlow: 4408 } as const;

export interface SocketWriter {
  /** `snapshot`: an answer that was asked for, which may be longer than what a live reader may lag behind. */
  write(frames: Buffer, snapshot: boolean): void;
  close(code: number): void;
  isClosing(): boolean;
}

/** More than that unread, and the reader is cut: it begins anew from a snapshot. */
const MOST_UNREAD_BYTES = 1_048_576;
/** So long a cut reader may take to read the reason. */
const FAREWELL_MS = 3_000;

export const createSocketWriter = (ws: WebSocket, socket: Duplex, onCut: () => void): SocketWriter => {
  let closing = false;
  /** Of a snapshot that is still on its way. */
  let extra = 0;
  const close = (code: number): void => {
    if (closing) return;
    closing = true;
    ws.close(code);
    setTimeout(() => ws.terminate(), FAREWELL_MS).unref();
  };
  return {
    close,
    isClosing: () => closing,
    write: (frames, snapshot) => {
      if (closing || ws.readyState !== ws.OPEN) return;
      const unread = socket.writableLength;
      if (unread === 0) extra = 0;
      if (unread > MOST_UNREAD_BYTES + extra) {
        onCut();
        return close(CLOSE.tooSlow);
      }
      if (snapshot) extra = Math.min(extra + frames.length, 16 * MOST_UNREAD_BYTES);
      socket.write(frames);
    },
  };
};
