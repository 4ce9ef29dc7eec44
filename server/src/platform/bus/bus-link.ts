// Links the buses of two threads over a port: each side lists the topics that it sends and the requests that the other side serves.
import type { Bus } from './bus.ts';

export type BusMessage =
  | { readonly kind: 'news'; readonly topic: string; readonly message: unknown }
  | { readonly kind: 'request'; readonly id: number; readonly topic: string; readonly message: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly reason: string };

interface BusPort {
  /** Messages arrive in the order in which they were sent. */
  send(message: BusMessage): void;
  receive(listener: (message: BusMessage) => void): void;
}

export interface LinkedTopics {
  readonly sends: readonly string[];
  /** Requests that the other side serves. */
  readonly asks: readonly string[];
}

interface BusLink {
  /** Ends the link. Open requests reject with the reason. */
  close(reason: string): void;
}

/** The requesting side has its own time limit. This one only keeps a handler that never answers from growing without bound. */
const SERVED_MS = 120_000;

export const linkBus = (bus: Bus, port: BusPort, { sends, asks }: LinkedTopics): BusLink => {
  const open = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  let nextId = 1;
  let closed = false;
  const send = (message: BusMessage): void => {
    if (!closed) port.send(message);
  };

  const ask = (topic: string, message: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = nextId++;
      open.set(id, { resolve, reject });
      send({ kind: 'request', id, topic, message });
    });
  const serve = async (id: number, topic: string, message: unknown): Promise<void> => {
    try {
      const answer = await bus.request<unknown, unknown>(topic, message, SERVED_MS);
      send({ kind: 'answer', id, answer });
    } catch (error) {
      send({ kind: 'failure', id, reason: error instanceof Error ? error.message : String(error) });
    }
  };

  port.receive((m) => {
    if (closed) return;
    if (m.kind === 'news') return bus.publish<unknown>(m.topic, m.message);
    if (m.kind === 'request') return void serve(m.id, m.topic, m.message);
    const asked = open.get(m.id);
    open.delete(m.id);
    if (m.kind === 'answer') asked?.resolve(m.answer);
    else asked?.reject(new Error(m.reason));
  });
  const stops = [
    ...sends.map((topic) => bus.subscribe<unknown>(topic, (message) => send({ kind: 'news', topic, message }))),
    ...asks.map((topic) => bus.serve<unknown, unknown>(topic, (message) => ask(topic, message))),
  ];

  return {
    close: (reason) => {
      closed = true;
      for (const stop of stops) stop();
      for (const { reject } of open.values()) reject(new Error(reason));
      open.clear();
    },
  };
};
