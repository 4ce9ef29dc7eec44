// The bus of a single process. Like a bus between processes it delivers later, never inside `publish`: in order, one
// message at a time, so a listener that publishes does not cut in. A listener that throws does not keep the others from theirs.
import { BusTimeout } from './bus.ts';
import type { Bus } from './bus.ts';

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
    // What a listener publishes meanwhile joins the end of the line.
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
      listeners.set(topic, own.add(listener));
      return () => void own.delete(listener);
    },
    request: (topic, message, timeoutMs) => {
      const handler = handlers.get(topic);
      if (handler === undefined) return Promise.reject(new BusTimeout(`Nobody serves ${topic}`));
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new BusTimeout(`No answer on ${topic}`)), timeoutMs);
        Promise.resolve()
          .then(() => handler(message))
          .then(resolve, reject)
          .finally(() => clearTimeout(timer));
      });
    },
    serve: (topic, handler) => {
      handlers.set(topic, handler);
      return () => {
        if (handlers.get(topic) === handler) handlers.delete(topic);
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
