// The bus of a single process. Messages are handed over at once and in order; a listener that throws does not keep the
// others from theirs.
import { BusTimeout } from './bus.ts';
import type { Bus } from './bus.ts';

type Listener = (message: unknown) => void;
type Handler = (message: unknown) => Promise<unknown>;

export const createInProcessBus = (onError: (error: unknown) => void = () => undefined): Bus => {
  const listeners = new Map<string, Set<Listener>>();
  const handlers = new Map<string, Handler>();
  return {
    publish: (topic, message) => {
      for (const listener of [...(listeners.get(topic) ?? [])]) {
        try {
          listener(message);
        } catch (error) {
          onError(error);
        }
      }
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
        handler(message)
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
      listeners.clear();
      handlers.clear();
    },
  };
};
