// The bus of a single process. Like a bus between processes, it delivers messages in order and after `publish` has returned. A message that
// a listener publishes waits for the earlier ones. If a listener throws, the other listeners still receive the message.
import { BusTimeout } from './bus.ts';
import type { Bus, RequestTopic } from './bus.ts';

// The maps hold handlers of all topics as `unknown`. The casts below restore the types that each topic declares.
type Listener = (message: unknown) => void;
type Handler = (message: unknown) => Promise<unknown>;

export const createInProcessBus = (onError: (error: unknown) => void = () => undefined): Bus => {
  const listeners = new Map<string, Set<Listener>>();
  const handlers = new Map<string, Handler>();
  let waiting: { readonly topic: string; readonly message: unknown }[] = [];
  let scheduled = false;
  let closed = false;

  const deliver = (topic: string, message: unknown): void => {
    for (const listener of [...(listeners.get(topic) ?? [])]) {
      try {
        listener(message);
      } catch (error) {
        onError(error);
      }
    }
  };
  const drain = (): void => {
    // Messages that a listener publishes during delivery are delivered after the current ones.
    for (let next = waiting; next.length > 0; next = waiting) {
      waiting = [];
      for (const { topic, message } of next) deliver(topic, message);
    }
    scheduled = false;
  };

  return {
    publish: (topic, message) => {
      if (closed) return;
      waiting.push({ topic, message });
      if (scheduled) return;
      scheduled = true;
      queueMicrotask(drain);
    },
    subscribe: (topic, listener) => {
      const own = listeners.get(topic) ?? new Set();
      const heard = listener as Listener;
      listeners.set(topic, own.add(heard));
      return () => void own.delete(heard);
    },
    request: <Asked, Answer>(topic: RequestTopic<Asked, Answer>, message: Asked, timeoutMs: number) => {
      const handler = handlers.get(topic);
      if (handler === undefined) return Promise.reject(new BusTimeout(`Nobody serves ${topic}`));
      return new Promise<Answer>((resolve, reject) => {
        const timer = setTimeout(() => reject(new BusTimeout(`No answer on ${topic}`)), timeoutMs);
        Promise.resolve()
          .then(() => handler(message))
          .then((answer) => resolve(answer as Answer), reject)
          .finally(() => clearTimeout(timer));
      });
    },
    serve: (topic, handler) => {
      const served = handler as Handler;
      handlers.set(topic, served);
      return () => {
        if (handlers.get(topic) === served) handlers.delete(topic);
      };
    },
    close: async () => {
      closed = true;
      waiting = [];
      listeners.clear();
      handlers.clear();
    },
  };
};
