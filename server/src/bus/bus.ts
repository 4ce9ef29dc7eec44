// Where collectors and sockets meet, and nowhere else. One process: `in-process.ts`. Several nodes: NATS, with the same
// interface, so neither side changes. Messages are plain JSON values; a receiver must not mutate them.

/**
 * Topics in use: `live` (LiveBatch), `owners` (someone changed who owns what), `sessions` (a session or its rights ended),
 * `personal` (a message to one user's own sockets).
 */
export interface Bus {
  publish(topic: string, message: unknown): void;
  /** Returns its own undo. Messages of one publisher arrive in order. */
  subscribe(topic: string, listener: (message: unknown) => void): () => void;
  /** One answer from whoever serves the topic. Rejects with `BusTimeout` after `timeoutMs`, or at once when nobody serves it. */
  request(topic: string, message: unknown, timeoutMs: number): Promise<unknown>;
  serve(topic: string, handler: (message: unknown) => Promise<unknown>): () => void;
  close(): Promise<void>;
}

export class BusTimeout extends Error {}
